import { afterEach, expect, test } from 'vitest';
import type { Alarm } from '../../../alarm.ts';
import { incomingDocument } from '../../../replica/reading/incoming-document.ts';
import { largestInline, readWire } from '../../../replica/reading/wire-reading.ts';
import { strapiTypeNamed } from '../strapi-types.ts';
import { type ListPageQuestion, readListPage } from './list-page.ts';
import { ListPageThread } from './list-page-thread.ts';
import { StrapiError } from './strapi-answer.ts';

const updatedAt = '2026-11-20T10:00:00.000Z';
const row = (key: string | null, locale: string, more: object = {}) => ({
  id: 7,
  documentId: `d-${key}`,
  key,
  locale,
  updatedAt,
  slug: key,
  name: `About ${key}`,
  description: 'Words: “ñ”, 4 000 €.',
  ...more,
});
const rows = [
  row('gold', 'en'),
  row('gold', 'es'),
  row('oil', 'en', { name: 7 }),
  row('wheat', 'en'),
  row('gold', 'pt'),
  row(null, 'en'),
];
const page = (data: unknown, pagination: unknown = { total: 6, pageCount: 1 }) => ({ data, meta: { pagination } });

function questionOf(answer: unknown, type = 'tag', wanted = ['gold', 'oil']): ListPageQuestion {
  const known = strapiTypeNamed(type);
  if (!known) throw new Error(`no type ${type}`);
  const body = new TextEncoder().encode(typeof answer === 'string' ? answer : JSON.stringify(answer));
  return { type: known, origin: 'http://strapi', body, wanted: wanted.join('\n') };
}

const threads: ListPageThread[] = [];
function thread(program?: string | URL): ListPageThread {
  const made = new ListPageThread(program);
  threads.push(made);
  return made;
}
afterEach(async () => {
  for (const made of threads.splice(0)) await made.close();
});

test('a page is read by another thread: what is wanted of it, in the languages of the site, and all rows by name', async () => {
  const alarms: Alarm[] = [];
  const reading = await thread().read(questionOf(page(rows)), (alarm) => alarms.push(alarm));
  expect(reading).toEqual(readListPage(questionOf(page(rows))));
  const expected = [rows[0], rows[1], rows[2]].map((given) => {
    const { key, locale, slug, name, description } = given as (typeof rows)[number];
    const document = incomingDocument({
      type: 'tag',
      locale: locale === 'es' ? 'es' : 'en',
      wire: { id: key, updatedAt, slug, name, description },
      source: `http://strapi/api/tags/d-${key}`,
    });
    return { ...document, reading: readWire(document) };
  });
  expect(reading?.documents).toEqual(expected);
  expect(
    reading?.documents.map(({ reading: read }) => read?.problems.length),
    'a wrong name is a problem of its document',
  ).toEqual([0, 0, 1]);
  expect(reading?.rows.map(({ key, locale, updatedAt: written }) => [key, locale, written])).toEqual(
    rows.map(({ key, locale }) => [key, locale, updatedAt]),
  );
  expect([reading?.total, reading?.pageCount, alarms]).toEqual([6, 1, []]);
});

test('until the thread has started, a page is read here, in turns, but for what is too large', async () => {
  const starting = thread();
  const large = page([row('gold', 'en'), row('oil', 'en', { description: 'Gold. '.repeat(largestInline) })]);
  starting.start();
  const documents = (await starting.read(questionOf(large), () => undefined))?.documents;
  expect(documents?.map(({ id, reading }) => [id, reading?.stored?.id])).toEqual([
    ['gold', 'gold'],
    ['oil', undefined],
  ]);
});

test('the older shape of Strapi is read, too', () => {
  const older = rows.map(({ id, documentId, ...attributes }) => ({ id, documentId, attributes }));
  expect(readListPage(questionOf(page(older)))).toEqual(readListPage(questionOf(page(rows))));
});

test('a page with a file in a row that is wanted is for those who fetch files', async () => {
  const photo = { url: '/uploads/face.png', mime: 'image/png', updatedAt, name: 'face.png' };
  const authors = page([row('ada', 'en', { photo }), row('bo', 'en')]);
  expect(await thread().read(questionOf(authors, 'author', ['ada']), () => undefined)).toBeNull();
  expect((await thread().read(questionOf(authors, 'author', ['bo']), () => undefined))?.documents.length).toBe(1);
});

test.each([
  ['<html>Please sign in</html>', /^\/api\/tags answered 200 with 27 characters that are not JSON$/],
  [7, /^\/api\/tags did not answer with an object$/],
  [page({ gold: 1 }), /^\/api\/tags did not answer with a list$/],
  [page([], { total: 1e9, pageCount: 1 }), /^\/api\/tags did not answer with a list$/],
  [page([{ key: 'gold' }]), /^\/api\/tags answered with an entry that is not a document$/],
])('what is no page of a list is refused: %j', async (answer, message) => {
  const read = thread().read(questionOf(answer), () => undefined);
  await expect(read).rejects.toThrow(StrapiError);
  await expect(read).rejects.toThrow(message);
});

test.each([
  ['throws', 'asked(() => { throw new Error("no more") }); ready();', 0],
  ['ends', 'asked(() => process.exit(3)); ready();', 0],
  ['cannot be started', 'throw new Error("no");', 1],
])('a thread that %s leaves a page to those who read it row by row', async (_name, code, reports) => {
  const program = `import { parentPort } from 'node:worker_threads'; const ready = () => parentPort.postMessage('ready'); const asked = (then) => parentPort.on('message', then); ${code}`;
  const alarms: Alarm[] = [];
  const broken = thread(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  expect(await broken.read(questionOf(page(rows)), (alarm) => alarms.push(alarm))).toBeNull();
  expect(alarms.map(({ kind, subject }) => [kind, subject])).toEqual(
    Array.from({ length: reports }, () => ['parser-thread', 'strapi']),
  );
});
