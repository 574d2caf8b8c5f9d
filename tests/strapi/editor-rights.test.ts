/**
 * Who may change published content, and how: rights of the roles, media in use, legal versions, fields shared by all languages, taking down
 * one language.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { RunningSite } from '../../server/site.ts';
import type { Locale } from '../../content/model.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { until } from '../until.ts';
import { legalDocumentTests } from './legal-document-cases.ts';
import { readySiteFromStrapi } from './site-from-strapi.ts';
import { type StrapiEditor, type StrapiEntry, refused, sentBack } from './strapi-editor.ts';
import { type SharedStrapi, withStrapi } from './shared-strapi.ts';

let folder: string;
let strapi: SharedStrapi;
let site: RunningSite;
let admin: StrapiEditor;
let editor: StrapiEditor;
let publisher: StrapiEditor;
/** May publish in Spanish and in no other language. */
let spanish: StrapiEditor;

withStrapi.beforeAll(async ({ strapi: shared }) => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-rights-'));
  strapi = shared;
  await strapi.seedAgain();
  site = await readySiteFromStrapi(strapi.url, join(folder, 'site'), { poll: 3_600_000 }, { PORT: strapi.sitePort });
  admin = strapi.admin;
  editor = await admin.colleague('editor', ['Editor, English', 'Editor, Spanish', 'Editor, Italian']);
  publisher = await admin.colleague('publisher', ['Publisher, English', 'Publisher, Spanish', 'Publisher, Italian']);
  spanish = await admin.colleague('spanish', ['Publisher, Spanish']);
}, 400_000);
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

async function get(path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(`${site.url}${path}`, { redirect: 'manual', headers: { 'user-agent': 'bot' } });
  return { status: response.status, html: await response.text() };
}
const shows = async (path: string, words: string) => (await get(path)).html.includes(words);
const live = (type: Parameters<typeof site.replica.live>[0]['type'], id: string, locale: Locale) =>
  site.replica.live({ type, id, locale }) !== null;
const svg = (colour: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="32" viewBox="0 0 160 32"><rect width="160" height="32" fill="${colour}"/></svg>`,
  );

describe('an editor without the right to publish', () => {
  test('cannot delete a published tag: alone, ticked in the list, in one language', async () => {
    const { documentId } = await editor.draft('tag', 'gold');
    for (const action of [
      () => editor.remove('tag', documentId),
      () => editor.remove('tag', documentId, 'es'),
      () => editor.removeAll('tag', [documentId], 'en'),
    ]) {
      expect(await refused(action())).toMatch(
        /403 .*Tag “.+” is live in (?:English|Spanish).*, and you may not publish it there\. Ask a publisher/,
      );
    }
    expect(await refused(spanish.remove('tag', documentId, 'en'))).toMatch(/ 403 /);
    for (const locale of ['en', 'es', 'it'] as const) expect(live('tag', 'gold', locale)).toBe(true);
  });

  test('can still delete drafts, and publishers delete live documents in their language', async () => {
    const draft = await editor.save('tag', null, {
      name: 'A passing thought',
      description: 'A tag that nobody published, written to be deleted again by whoever wrote it.',
      slug: 'passing-thought',
      key: 'passing-thought',
    });
    expect(await refused(editor.remove('tag', draft.documentId))).toBe('done');
    const { documentId } = await publisher.draft('tag', 'oil', 'es');
    expect(await refused(spanish.remove('tag', documentId))).toMatch(/ 403 /);
    expect(await refused(spanish.remove('tag', documentId, 'es'))).toBe('done');
    await until(() => !live('tag', 'oil', 'es'), 'the end of the Spanish tag');
    expect(live('tag', 'oil', 'en')).toBe(true);
  });

  test('cannot publish by saving a document as published, nor remove a single type or a redirect', async () => {
    const tag = {
      name: 'Through the back door',
      description: 'A tag that an editor without the right to publish sends with the status published.',
      slug: 'back-door',
      key: 'back-door',
      status: 'published',
    };
    await editor.save('tag', null, tag);
    expect(await refused(admin.published('tag', 'back-door', 'en'))).toMatch(/is not published/);
    const header = await editor.draft('header', 'header');
    expect(await refused(editor.remove('header', header.documentId, 'en'))).toMatch(/403 .*Header is live in English/i);
    expect(await refused(editor.unpublish('header', header.documentId))).toMatch(/ 403 /);
    const [rule] = site.replica.reader().list('redirect', 'en');
    const redirect = await editor.draft('redirect', rule?.id ?? '');
    expect(await refused(editor.remove('redirect', redirect.documentId))).toMatch(
      /403 .*is live, and you may not publish it/,
    );
    expect(live('header', 'header', 'en')).toBe(true);
  });
});

describe('a file of the media library', () => {
  const use = async (name: string) => (await admin.files(name))[0] as StrapiEntry;

  test('that the live site shows cannot change without the right to publish the document that shows it', async () => {
    const logo = await use('logo-colored.svg');
    const sentence =
      /403 .*“logo-colored\.svg” is live on Company in English, Spanish and Italian, which you may not publish\. Upload your picture as a new file/;
    expect(await refused(editor.upload('logo-colored.svg', svg('#123'), 'image/svg+xml', logo.id))).toMatch(sentence);
    expect(
      await refused(editor.describe(logo.id, { name: String(logo['name']), alternativeText: 'Another logo' })),
    ).toMatch(sentence);
    expect(await refused(editor.describe(logo.id, { name: 'another-name.svg' }))).toMatch(sentence);
    // A publisher of one language may not either, since other languages show the file too.
    expect(await refused(spanish.upload('logo-colored.svg', svg('#123'), 'image/svg+xml', logo.id))).toMatch(
      /“logo-colored\.svg” is live on Company in English and Italian, which/,
    );
    expect(await use('logo-colored.svg')).toMatchObject({ updatedAt: logo['updatedAt'] });
    // An editor may change what visitors do not see: the caption and the folder.
    expect(
      await refused(editor.describe(logo.id, { name: String(logo['name']), caption: 'The logo', folder: null })),
    ).toBe('done');
    expect(await refused(publisher.upload('logo-colored.svg', svg('#123'), 'image/svg+xml', logo.id))).toBe('done');
  });

  test('that is in use cannot be deleted, and the message says where it is used', async () => {
    const picture = await use('phone-app.svg');
    for (const who of [editor, publisher, admin]) {
      expect(await refused(who.removeFile(picture.id))).toMatch(
        /400 .*“phone-app\.svg” is used by News article “.+” in English, Spanish and Italian.*Take it out there first/,
      );
    }
    const free = await editor.upload('nobody.svg', svg('#456'), 'image/svg+xml');
    // Bulk deletion deletes none when one of the files is in use.
    expect(await refused(admin.removeFiles([free.id, picture.id]))).toMatch(/400 .*“phone-app\.svg” is used by/);
    expect(await admin.files('nobody.svg')).toHaveLength(1);
    expect(await refused(editor.removeFiles([free.id]))).toBe('done');
    expect(await admin.files('nobody.svg')).toHaveLength(0);
  });

  test('counts as used by a draft, by a text that shows it, and in a folder that is deleted', async () => {
    const file = await editor.upload('in-a-draft.svg', svg('#789'), 'image/svg+xml');
    const article = await editor.draft('news-article', 'gold-when-nothing-happens', 'it');
    await editor.save(
      'news-article',
      article.documentId,
      { ...sentBack(article), body: `${String(article['body'])}\n\n![](${strapi.url}${String(file['url'])})` },
      'it',
    );
    const sentence = /400 .*“in-a-draft\.svg” is used by News article “.+” in Italian \(a draft\)\. Take it out/;
    expect(await refused(editor.removeFile(file.id))).toMatch(sentence);
    // Only a draft shows the file, so it is not live, and an editor may replace it.
    expect(await refused(editor.upload('in-a-draft.svg', svg('#abc'), 'image/svg+xml', file.id))).toBe('done');
    const inFolder = await admin.folder('Drafts');
    await admin.describe(file.id, { name: 'in-a-draft.svg', folder: inFolder });
    expect(await refused(admin.removeFiles([], [inFolder]))).toMatch(sentence);
    await editor.save('news-article', article.documentId, sentBack(article), 'it');
    expect(await refused(admin.removeFiles([], [inFolder]))).toBe('done');
    expect(await admin.files('in-a-draft.svg')).toHaveLength(0);
  });

  test('counts as used by a link that leads to it', async () => {
    const file = await editor.upload('terms.svg', svg('#abc'), 'image/svg+xml');
    const column = await editor.draft('footer-link', 'learning', 'es');
    const groups = column['linkGroups'] as { links: { url: string }[] }[];
    const linkGroups = groups.map((group) => ({
      ...group,
      links: group.links.map((link) => ({ ...link, url: `${strapi.url}${String(file['url'])}` })),
    }));
    await editor.save('footer-link', column.documentId, { ...sentBack(column), linkGroups }, 'es');
    expect(await refused(editor.removeFile(file.id))).toMatch(
      /“terms\.svg” is used by Footer links “.+” in Spanish \(a draft\)/,
    );
  });

  test('cannot be uploaded directly into a live document', async () => {
    const published = await admin.published('author', 'marco-ferraris', 'en');
    expect(
      await refused(
        editor.upload('face.svg', svg('#def'), 'image/svg+xml', undefined, {
          ref: 'api::author.author',
          refId: String(published.id),
          field: 'photo',
        }),
      ),
    ).toMatch(/403 .*choose it in the draft of Author “/);
  });
});

describe('a legal document', () => {
  legalDocumentTests(() => ({ site, publisher, folder }));
});

describe('fields that all languages share', () => {
  test('go live in all of them with one Publish, and nothing else does', async () => {
    const id = site.replica.reader().list('header-nav-item', 'en').at(-1)?.id ?? '';
    const item = (locale: Locale) => site.replica.reader().get('header-nav-item', id, locale);
    const state = async (locale: Locale) => (await publisher.draft('header-nav-item', id, locale))['status'];
    const before = { es: item('es'), it: item('it') };
    const italian = await publisher.draft('header-nav-item', id, 'it');
    await publisher.save(
      'header-nav-item',
      italian.documentId,
      { ...sentBack(italian), name: 'Bozza, non ancora' },
      'it',
    );
    await publisher.edit('header-nav-item', id, 'en', (draft) => ({ ...draft, menuPosition: 0 }));
    await until(
      () => item('es')?.menuPosition === 0 && item('it')?.menuPosition === 0,
      'the position in every language',
    );
    expect(item('es')).toEqual({ ...before.es, menuPosition: 0 });
    expect(item('it')).toEqual({ ...before.it, menuPosition: 0 });
    // The Italian draft is neither published nor lost, and the panel shows it as modified; the Spanish text has nothing left to publish.
    expect((await publisher.draft('header-nav-item', id, 'it'))['name']).toBe('Bozza, non ancora');
    expect([await state('en'), await state('es'), await state('it')]).toEqual(['published', 'published', 'modified']);
    await publisher.publish('header-nav-item', italian.documentId, {}, 'it');
    await until(() => item('it')?.name === 'Bozza, non ancora', 'the Italian draft');
    expect(item('it')?.menuPosition).toBe(0);
    expect(await state('it')).toBe('published');
  });

  test('need the right for every language that they change', async () => {
    const draft = await spanish.draft('news-article', 'gold-when-nothing-happens', 'es');
    const change = (fields: object) =>
      refused(spanish.publish('news-article', draft.documentId, { ...sentBack(draft), ...fields }, 'es'));
    expect(await change({ publishedOn: '2026-11-18' })).toMatch(
      /403 .*“Date”: the same in every language\. .*in English and Italian too, where you may not publish\. /,
    );
    expect(await change({ newsOfTheWeek: draft['newsOfTheWeek'] !== true, image: null })).toMatch(
      /403 .*“News of the week” and “Picture”/,
    );
    expect(await change({ title: 'Solo en español' })).toBe('done');
    expect(await change({ title: draft['title'] })).toBe('done');
    const item = await spanish.draft(
      'header-nav-item',
      site.replica.reader().list('header-nav-item', 'en')[0]?.id ?? '',
      'es',
    );
    expect(
      await refused(spanish.publish('header-nav-item', item.documentId, { ...sentBack(item), menuPosition: 90 }, 'es')),
    ).toMatch(/403 .*“Position”/);
  });

  test('include dates and pictures', async () => {
    const { documentId, image } = await publisher.draft('news-article', 'gold-when-nothing-happens');
    const other = (await admin.files('waves-storm.svg'))[0];
    expect((image as StrapiEntry | null)?.id).not.toBe(other?.id);
    await publisher.edit('news-article', 'gold-when-nothing-happens', 'es', (draft) => ({
      ...draft,
      publishedOn: '2026-11-19',
      image: other,
    }));
    for (const locale of ['en', 'it'] as const) {
      const article = () => site.replica.reader().get('news-article', 'gold-when-nothing-happens', locale);
      await until(() => article()?.publishedOn === '2026-11-19', `the date in ${locale}`);
      expect(article()?.image?.local).toContain('waves-storm');
      expect((await admin.published('news-article', 'gold-when-nothing-happens', locale)).documentId).toBe(documentId);
    }
  });
});

test('a translation begins with the author, the category and the tags of its original', async () => {
  const original = site.replica.reader().get('news-article', 'gold-when-nothing-happens', 'en');
  const template = await publisher.draft('news-article', 'gold-when-nothing-happens');
  const to = async (type: string, key: string | null | undefined) => ({
    documentId: (await publisher.draft(type, key ?? '')).documentId,
    locale: 'en',
  });
  const { documentId } = await publisher.save('news-article', null, {
    title: 'Rhodium for beginners',
    slug: 'rhodium-for-beginners',
    summary: template['summary'],
    body: 'One word.',
    publishedOn: '2026-11-20',
    newsOfTheWeek: false,
    author: { connect: [await to('author', original?.author)] },
    category: { connect: [await to('news-category', original?.category)] },
    tags: { connect: await Promise.all((original?.tags ?? []).map((tag) => to('tag', tag))) },
  });
  await publisher.publish('news-article', documentId);
  const none = { connect: [], disconnect: [] };
  await publisher.save(
    'news-article',
    documentId,
    {
      title: 'Rodio para principiantes',
      slug: 'rodio-para-principiantes',
      summary: template['summary'],
      body: 'Una palabra.',
      author: none,
      category: none,
      tags: none,
    },
    'es',
  );
  await publisher.publish('news-article', documentId, {}, 'es');
  const key = String((await publisher.draft('news-article', 'rhodium-for-beginners'))['key']);
  const spanishOne = await until(() => {
    const found = site.replica.reader().get('news-article', key, 'es');
    return found?.locale === 'es' && found;
  }, 'the translation');
  const { author, category, tags } = spanishOne;
  expect({ author, category, tags }).toEqual({
    author: original?.author,
    category: original?.category,
    tags: original?.tags,
  });
  await publisher.remove('news-article', documentId);
});

test('one language of a page can be taken down and brought back; unpublished, it shows the English text', async () => {
  const inLocale = async (locale: Locale) => (await get(localePath('/indices', locale))).status;
  const status = async () => ({ en: await inLocale('en'), es: await inLocale('es'), it: await inLocale('it') });
  expect(await status()).toEqual({ en: 200, es: 200, it: 200 });
  const draft = await spanish.draft('page', 'indices', 'es');
  // Saving `takenDown` changes only the draft, as with any other field.
  await editor.save('page', draft.documentId, { ...sentBack(draft), takenDown: true }, 'es');
  expect(await refused(editor.publish('page', draft.documentId, {}, 'es'))).toMatch(/ 403 /);
  await spanish.publish('page', draft.documentId, {}, 'es');
  await until(async () => (await inLocale('es')) === 404, 'its end in Spanish');
  expect(await status()).toEqual({ en: 200, es: 404, it: 200 });
  expect(await shows('/es/forex', 'href="/es/indices"')).toBe(false);
  expect(await shows('/it/forex', 'href="/it/indices"')).toBe(true);
  expect(await shows('/sitemap-es.xml', '/es/indices<')).toBe(false);
  await spanish.edit('page', 'indices', 'es', (again) => ({ ...again, takenDown: false }));
  await until(async () => (await inLocale('es')) === 200, 'its return');
  expect(await shows('/es/forex', 'href="/es/indices"')).toBe(true);
  await spanish.unpublish('page', draft.documentId, 'es');
  await until(() => shows('/es/indices', '<div lang="en'), 'the English text in its place');
  expect(await shows('/es/forex', 'href="/es/indices"')).toBe(true);
  await spanish.publish('page', draft.documentId, {}, 'es');
  await until(async () => !(await shows('/es/indices', '<div lang="en')), 'the Spanish text');
});
