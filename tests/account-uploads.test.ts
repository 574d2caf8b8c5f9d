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
