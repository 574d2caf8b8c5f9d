/** Uploads that are too large or broken off: who still listens is answered, and nothing of them stays. */
import { readdir } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf } from '../accounts/submissions/cv-samples.ts';
import { translator } from '../site/i18n/translate.ts';
import { type AccountSite, Visitor, startAccountSite } from './account-site.ts';
import { until } from './until.ts';

const megabyte = 1024 * 1024;
const job = 'senior-typescript-engineer-remote';
const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
const start = '--x\r\ncontent-disposition: form-data; name="cv"; filename="cv.pdf"\r\ncontent-type: application/pdf\r\n\r\n';

function application(bytes: number): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: 'apply', elapsed: '9000', name: 'Anna Rossi', email: 'anna@example.com', job, message: 'A few lines' })) form.set(name, value);
  form.set('cv', new Blob([new Uint8Array(Buffer.concat([pdf, Buffer.alloc(bytes)]))]), 'cv.pdf');
  return form;
}

let site: AccountSite;
const incoming = () => readdir(join(site.dataDir, 'incoming'));
beforeAll(async () => {
  site = await startAccountSite('sqlite');
});
afterAll(() => site.stop());

test.each([['en', '/careers'], ['es', '/es/careers'], ['it', '/it/careers'], ['en', `/job-post/${job}`]] as const)('a CV of 7 MB gets the form with its message, in %s at %s', async (locale, path) => {
  const answer = await new Visitor(site.url).post(path, application(7 * megabyte));
  expect(answer.status).toBe(422);
  expect(answer.text).toContain(translator(locale)('forms.errors.cvSize'));
  expect(answer.text).toContain('value="anna@example.com"');
  expect(await incoming()).toEqual([]);
});

/** As a browser without JavaScript sends it: a file that was not chosen is a part without a name. */
function written(fields: Record<string, string>, file = new File([], '')): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: 'apply', elapsed: '', job: '', name: '', email: '', message: '', ...fields })) form.set(name, value);
  form.set('cv', file);
  return form;
}

/** The summary's links, in their order. */
const summary = (html: string) => [...(/data-summary="true">.*?<\/ul>/s.exec(html)?.[0] ?? '').matchAll(/<a href="#(\w+)">([^<]+)</g)].map(([, field, text]) => [field, text]);

test.each([['en', '/careers'], ['es', '/es/careers'], ['it', '/it/careers']] as const)('everything that is wrong with an application is said at once, the CV included (%s)', async (locale, path) => {
  const t = translator(locale);
  const message = 'What was typed stays';
  const send = async (fields: Record<string, string>, file?: File) => {
    const answer = await new Visitor(site.url).post(path, written({ message, ...fields }, file));
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(message);
    expect(await incoming()).toEqual([]);
    return summary(answer.text);
  };
  const says = (...keys: [string, 'job' | 'name' | 'email' | 'cv' | 'cvKind' | 'cvAgain'][]) => keys.map(([field, key]) => [field, t(`forms.errors.${key}`)]);
  expect(await send({})).toEqual(says(['job', 'job'], ['name', 'name'], ['email', 'email'], ['cv', 'cv']));
  expect(await send({ name: 'Anna Rossi', email: 'anna@', job: 'none' }, new File(['MZ'], 'cv.exe'))).toEqual(says(['job', 'job'], ['email', 'email'], ['cv', 'cvKind']));
  // A browser keeps no file that was chosen: whoever is asked for a name alone would be asked for the CV afterwards.
  expect(await send({ email: 'anna@example.com', job }, new File([new Uint8Array(pdf)], 'cv.pdf'))).toEqual(says(['name', 'name'], ['cv', 'cvAgain']));
});

test('a CV of 7 MB that does not say how long it is gets the same', async () => {
  const { body, headers } = new Response(application(7 * megabyte));
  const sent = { method: 'POST', body, duplex: 'half', headers: { ...new Visitor(site.url).headers(), 'content-type': headers.get('content-type') ?? '' } } as const;
  const answer = await fetch(`${site.url}/careers`, sent);
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain(translator('en')('forms.errors.cvSize'));
  expect(await incoming()).toEqual([]);
});

test('what claims to be far beyond that is not read', async () => {
  const status = await new Promise((resolve) => {
    const sent = request(`${site.url}/careers`, { method: 'POST', headers: { ...new Visitor(site.url).headers(), ...multipart, 'content-length': 100 * megabyte } }, (answer) => resolve(answer.statusCode));
    sent.on('error', () => undefined);
    sent.write(start);
  });
  expect(status).toBe(413);
  expect(await incoming()).toEqual([]);
});

test('uploads that are broken off leave nothing behind', async () => {
  const uploads: ClientRequest[] = [];
  for (let index = 0; index < 4; index += 1) {
    const sent = request(`${site.url}/careers`, { method: 'POST', headers: { ...new Visitor(site.url).headers(), ...multipart, 'content-length': megabyte } });
    sent.on('error', () => undefined);
    sent.write(start + 'x'.repeat(50_000));
    uploads.push(sent);
  }
  await until(async () => (await incoming()).length === uploads.length, 'the uploads to begin');
  for (const sent of uploads) sent.destroy();
  await until(async () => (await incoming()).length === 0, 'nothing to be left');
  expect((await new Visitor(site.url).get('/careers')).status).toBe(200);
});
