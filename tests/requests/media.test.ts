/** Uploaded pictures: the server sends originals from disk and keeps only small texts in memory. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, expect, test, vi } from 'vitest';
import { startEditedSite } from '../sites/edited-site.ts';
import { until } from '../until.ts';

/** Sizes (bytes) of everything that was compressed synchronously, which blocks all other requests. */
const compressedInLine = vi.hoisted((): number[] => []);
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof import('node:zlib')>();
  return {
    ...zlib,
    brotliCompressSync: (bytes: Buffer, options: object) => {
      compressedInLine.push(bytes.length);
      return zlib.brotliCompressSync(bytes, options);
    },
  };
});

const createSvg = (bytes: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg"><desc>${randomBytes(bytes / 2).toString('hex')}</desc></svg>`;
const contentTypes: Record<string, string> = { svg: 'image/svg+xml', jpg: 'image/jpeg', gif: 'image/gif' };

const folder = await mkdtemp(join(tmpdir(), 'brokerfront-media-'));
const site = await startEditedSite();
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

async function upload(
  name: string,
  content: string | Buffer,
): Promise<{
  file: string;
  url: string;
  get: (headers?: Record<string, string>, method?: string) => Promise<Response>;
}> {
  const file = join(folder, name);
  await writeFile(file, content);
  const url = `/media/hash-of-${name.replace('.', '-')}/${name}`;
  await site.edit(
    ({ media }) => void media.push({ url, file, contentType: contentTypes[name.split('.').at(-1) ?? ''] ?? '' }),
  );
  return {
    file,
    url,
    get: (headers = {}, method = 'GET') =>
      fetch(`${site.url}${url}`, { method, headers: { 'accept-encoding': 'br', ...headers } }),
  };
}

/** Tells whether this process, which also runs the site, has the file open. */
async function isOpen(file: string): Promise<boolean> {
  const open = await Promise.all(
    (await readdir('/proc/self/fd')).map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => '')),
  );
  return open.includes(file);
}

test('an original picture is never held in memory, neither during nor after its sending', async () => {
  const { file, get } = await upload('photo.jpg', 'first');
  const answer = await get();
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': '5',
    etag: '"hash-of-photo-jpg"',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect([await answer.text(), answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
    'first',
    null,
    null,
  ]);
  await writeFile(file, 'other');
  expect(await (await get()).text()).toBe('other');
  // A sparse file: larger than a Buffer can be, but without using the disk.
  await truncate(file, 5 * 1024 ** 3);
  const large = await get();
  expect([large.status, large.headers.get('content-length')]).toEqual([200, String(5 * 1024 ** 3)]);
  const reader = large.body?.getReader();
  expect(
    Buffer.from((await reader?.read())?.value ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe('other');
  expect(await isOpen(file)).toBe(true);
  // When the visitor disconnects, the server must close the file.
  await reader?.cancel();
  await until(async () => !(await isOpen(file)), 'the end of the file');
});

test('a matching ETag gets a 304 and HEAD gets the head, and neither opens the file', async () => {
  const { file, get } = await upload('still.gif', 'GIF89a');
  const head = await get({}, 'HEAD');
  expect([
    head.status,
    head.headers.get('content-length'),
    head.headers.get('content-type'),
    await head.text(),
  ]).toEqual([200, '6', 'image/gif', '']);
  for (const known of ['"hash-of-still-gif"', 'W/"hash-of-still-gif"', '"x", "hash-of-still-gif"'])
    expect([known, (await get({ 'if-none-match': known })).status]).toEqual([known, 304]);
  expect(await isOpen(file)).toBe(false);
  await rm(file);
  expect((await get()).status).toBe(404);
});

test('an SVG is compressed once without blocking other requests, a large one at a lower level', async () => {
  for (const [name, bytes, quality] of [
    ['small.svg', 20_000, 11],
    ['large.svg', 200_000, 5],
  ] as const) {
    const text = createSvg(bytes);
    const smallest = brotliCompressSync(Buffer.from(text), { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
    const { file, get } = await upload(name, text);
    compressedInLine.length = 0;
    const answers = await Promise.all([
      get(),
      get(),
      get({ 'accept-encoding': 'gzip' }),
      get({ 'accept-encoding': 'identity' }),
    ]);
    expect(compressedInLine).toEqual([]);
    expect(
      answers.map((answer) => [answer.status, answer.headers.get('content-encoding'), answer.headers.get('vary')]),
    ).toEqual(['br', 'br', 'gzip', null].map((encoding) => [200, encoding, 'Accept-Encoding']));
    expect(answers[0].headers.get('content-length')).toBe(String(smallest.length));
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array.from({ length: 4 }, () => text));
    expect(new Set(answers.map((answer) => answer.headers.get('etag'))).size).toBe(3);
    await writeFile(file, text.toUpperCase());
    expect(await (await get()).text()).toBe(text);
  }
});

test('the memory for cached SVGs is bounded, and a huge SVG is sent without compression', async () => {
  const first = await upload('first.svg', createSvg(1_000_000));
  const text = await (await first.get()).text();
  expect(text).toBe(await readFile(first.file, 'utf8'));
  await writeFile(first.file, '<svg/>');
  expect(await (await first.get()).text()).toBe(text);
  for (let index = 0; index < 16; index += 1)
    await (await (await upload(`more-${index}.svg`, createSvg(1_000_000))).get()).text();
  expect(await (await first.get()).text()).toBe('<svg/>');
  const huge = await (await upload('huge.svg', createSvg(6_000_000))).get();
  expect([huge.status, huge.headers.get('content-encoding')]).toEqual([200, null]);
  await huge.body?.cancel();
});
