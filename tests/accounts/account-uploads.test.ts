/** Uploads that are too large or broken off: a client that still reads gets an answer, and no file of the upload remains. */
import { readdir, readlink } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pdf } from './cv-files.ts';
import { type AccountSite, Visitor, startAccountSite } from '../sites/account-site.ts';
import { expectedWords } from '../expected-words.ts';
import { formFaults } from '../form-faults.ts';
import { application, job } from './application-form.ts';
import { until } from '../until.ts';

const megabyte = 1024 * 1024;
const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
const start =
  '--x\r\ncontent-disposition: form-data; name="cv"; filename="cv.pdf"\r\ncontent-type: application/pdf\r\n\r\n';

const sized = (bytes: number) => application('cv.pdf', Buffer.concat([pdf, Buffer.alloc(bytes)]));

const incoming = () => readdir(join(site.dataDir, 'incoming'));
const site = await startAccountSite('sqlite');
afterAll(() => site.stop());

test.each([
  ['en', '/careers'],
  ['es', '/es/careers'],
  ['it', '/it/careers'],
  ['en', `/job-post/${job}`],
] as const)('a CV of 7 MB gets the form with its message, in %s at %s', async (locale, path) => {
  const answer = await new Visitor(site.url).post(path, sized(7 * megabyte));
  expect(answer.status).toBe(422);
  expect(formFaults(answer.text)).toEqual([['cv', expectedWords(locale).errors.cvSize]]);
  expect(answer.text).toContain('value="anna@example.com"');
  expect(await incoming()).toEqual([]);
});

/** Writes the body of a browser without JavaScript: a file field without a file is a part with an empty name. */
function written(fields: Record<string, string>, file = new File([], '')): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    intent: 'apply',
    elapsed: '',
    job: '',
    name: '',
    email: '',
    message: '',
    ...fields,
  }))
    form.set(name, value);
  form.set('cv', file);
  return form;
}

test.each([
  ['en', '/careers'],
  ['es', '/es/careers'],
  ['it', '/it/careers'],
] as const)('all errors of an application are shown together, including the CV (%s)', async (locale, path) => {
  const { errors } = expectedWords(locale);
  const message = 'What was typed stays';
  const send = async (fields: Record<string, string>, file?: File) => {
    const answer = await new Visitor(site.url).post(path, written({ message, ...fields }, file));
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(message);
    expect(await incoming()).toEqual([]);
    return formFaults(answer.text);
  };
  const says = (...keys: [string, 'job' | 'name' | 'email' | 'cv' | 'cvKind' | 'cvAgain'][]) =>
    keys.map(([field, key]) => [field, errors[key]]);
  expect(await send({})).toEqual(says(['job', 'job'], ['name', 'name'], ['email', 'email'], ['cv', 'cv']));
  expect(await send({ name: 'Anna Rossi', email: 'anna@', job: 'none' }, new File(['MZ'], 'cv.exe'))).toEqual(
    says(['job', 'job'], ['email', 'email'], ['cv', 'cvKind']),
  );
  // A browser does not keep a chosen file in a form that is shown again, so the error for the missing name must also ask for the CV again.
  expect(await send({ email: 'anna@example.com', job }, new File([new Uint8Array(pdf)], 'cv.pdf'))).toEqual(
    says(['name', 'name'], ['cv', 'cvAgain']),
  );
});

test('a CV of 7 MB without a Content-Length gets the same answer', async () => {
  const { body, headers } = new Response(sized(7 * megabyte));
  const sent = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { ...new Visitor(site.url).headers(), 'content-type': headers.get('content-type') ?? '' },
  } as const;
  const answer = await fetch(`${site.url}/careers`, sent);
  expect(answer.status).toBe(422);
  expect(formFaults(await answer.text())).toEqual([['cv', expectedWords('en').errors.cvSize]]);
  expect(await incoming()).toEqual([]);
});

const field = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fields = (count: number) => Array.from({ length: count }, (_, index) => field(`f${index}`, 'x')).join('');
const content = 'x'.repeat(20_000);
const end = '\r\n--x--\r\n';

/** Counts the open file descriptors of the site in `incoming`, including deleted files. */
async function openUploads({ pid, dataDir }: AccountSite): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`);
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  return links.filter((link) => link.startsWith(join(dataDir, 'incoming')));
}

/**
 * Sends one request as raw bytes, in as few pieces as possible.
 * @param after runs with the connection after the last byte.
 * @returns the status; 0 without an answer.
 */
function sendRaw(
  { url }: AccountSite,
  body: string,
  after: 'wait' | 'break' | 'end',
  length = body.length,
): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const headers = {
    host,
    ...new Visitor(url).headers(),
    ...multipart,
    'content-length': length,
    ...(after === 'wait' ? { connection: 'close' } : {}),
  };
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST /careers HTTP/1.1\r\n${Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n${body}`,
        () => {
          if (after === 'break') socket.destroy();
          if (after === 'end') socket.end();
        },
      );
    });
    socket.on('data', (chunk: Buffer) => void (answer += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)));
  });
}

test('hundreds of refused uploads leave no open file', async () => {
  const file = start + content;
  const bodies: [string, string, Parameters<typeof sendRaw>[2], number?][] = [
    ['too many fields, then a file, in one piece', fields(31) + file + end, 'wait'],
    ['a file, then too many fields', `${file}\r\n${fields(31)}--x--\r\n`, 'wait'],
    ['a field that is too long, then a file', field('message', 'x'.repeat(21_000)) + file + end, 'wait'],
    ['too many parts', fields(30) + file + `\r\n${file}\r\n${file}` + end, 'wait'],
    ['two files', `${file}\r\n${file}${end}`, 'wait'],
    ['a file without an end', file, 'wait'],
    ['a file that is broken off', file, 'break', 1_000_000],
    ['a half that is ended', file, 'end', 1_000_000],
    ['headers of a part that are broken off', fields(3) + start.slice(0, 60), 'break', 1_000_000],
    ['too many fields, then a file, broken off', fields(31) + file, 'break', 1_000_000],
  ];
  const statuses = new Map<string, Set<number>>();
  for (const [name, body, after, length] of bodies) {
    const seen = await Promise.all(Array.from({ length: 40 }, () => sendRaw(site, body, after, length)));
    if (after === 'wait') statuses.set(name, new Set(seen));
  }
  expect(
    [...statuses.values()].flatMap((found) => [...found]).filter((status) => status !== 413 && status !== 400),
  ).toEqual([]);
  expect(statuses.get('too many fields, then a file, in one piece')).toEqual(new Set([413]));
  await until(
    async () => (await openUploads(site)).length === 0 && (await incoming()).length === 0,
    'every file to be closed and removed',
  );
  expect((await new Visitor(site.url).post('/careers', sized(1000))).status).toBe(303);
});

test('strangers with many connections and uploads leave enough of 128 descriptors for the site, which serves again when they go', async () => {
  const small = await startAccountSite('sqlite', {}, ['sh', '-c', 'ulimit -n 128; exec "$0" "$@"']);
  const connections: Socket[] = [];
  const uploads: ClientRequest[] = [];
  try {
    const { hostname, port } = new URL(small.url);
    // More files than the site accepts at a time: it refuses the others for now and keeps the typed text.
    for (let index = 0; index < 40; index += 1) {
      const sent = request(`${small.url}/careers`, {
        method: 'POST',
        headers: { ...new Visitor(small.url).headers(), ...multipart, 'content-length': megabyte },
      });
      sent.on('error', () => undefined);
      sent.write(start + content);
      uploads.push(sent);
    }
    await until(async () => (await openUploads(small)).length === 16, 'as many files as it takes');
    const crowded = await new Visitor(small.url).post('/es/careers', sized(1000));
    expect([crowded.status, crowded.text.includes('value="anna@example.com"'), formFaults(crowded.text)]).toEqual([
      503,
      true,
      [['cv', expectedWords('es').errors.cvAgain]],
    ]);
    expect((await new Visitor(small.url).post('/careers', written({ message: 'No file' }))).status).toBe(422);
    for (let index = 0; index < 300; index += 1)
      connections.push(connect(Number(port), hostname).on('error', () => undefined));
    await until(
      () => connections.filter(({ closed }) => closed).length > 200,
      'those beyond its room to be hung up on',
    );
    expect((await readdir(`/proc/${small.pid}/fd`)).length).toBeLessThan(128);
    // An upload whose body waits is closed before a new connection is refused.
    expect((await openUploads(small)).length).toBeLessThanOrEqual(16);
  } finally {
    for (const socket of [...connections, ...uploads]) socket.destroy();
  }
  await until(
    () =>
      fetch(`${small.url}/forex`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    'the site to serve again',
  );
  await until(async () => (await openUploads(small)).length === 0, 'the files to be closed');
  // The last closed connections may still be counted for a moment.
  await until(
    async () => (await new Visitor(small.url).post('/careers', sized(1000))).status === 303,
    'an application to be accepted',
  );
  expect(await readdir(join(small.dataDir, 'incoming'))).toEqual([]);
  await small.stop();
});
