/**
 * Every type in every language: edited, unpublished, published and deleted in Strapi. Each change appears immediately, on the pages that
 * show it and on no others.
 * @module-tag exhaustive
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { strapiTypes } from '../../content/feed/strapi-types.ts';
import type { DocumentType } from '../../content/model.ts';
import type { RunningSite } from '../../server/site.ts';
import { type Locale, locales } from '../../content/locales.ts';
import { addressLocale } from '../../site/i18n/locale-path.ts';
import { until } from '../until.ts';
import { ShownPages } from './shown-pages.ts';
import { readySiteFromStrapi, seedBoth } from './site-from-strapi.ts';
import { type SharedStrapi, withStrapi } from './shared-strapi.ts';
import type { StrapiEditor, StrapiEntry } from './strapi-editor.ts';

let folder: string;
let strapi: SharedStrapi;
let site: RunningSite;
let editor: StrapiEditor;
let pages: ShownPages;
let few: ShownPages | undefined;

withStrapi.beforeAll(async ({ strapi: shared }) => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-every-type-'));
  strapi = shared;
  await strapi.seedAgain();
  // Polling is off in these tests: every change arrives by webhook.
  site = await readySiteFromStrapi(strapi.url, join(folder, 'site'), { poll: 3_600_000 }, { PORT: strapi.sitePort });
  editor = strapi.admin;
  // Watch the pages of the tested documents, and a third of the many other articles.
  const tried = new Set(
    cases
      .flatMap(({ type, languages }) =>
        languages.map((locale) => site.replica.reader().get(type, createDocument(type, locale), locale)),
      )
      .flatMap((document) => (document && 'slug' in document ? [`/${document.slug}`] : [])),
  );
  pages = await ShownPages.open(
    site,
    strapi.url,
    (path, index) =>
      index % 3 === 0 || !/\/(news|education)\/[^/]+$/.test(path) || [...tried].some((end) => path.endsWith(end)),
  );
}, 300_000);
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Restores deleted documents for the next test. */
beforeEach(async () => {
  await seedBoth(strapi, site);
});

const newText = 'Words that a test has written';
/** Within the range of GBPUSD's last day. */
const newPrice = '1.35719';

/** A visible change for each type. */
const edits: Record<DocumentType, (draft: StrapiEntry) => Record<string, unknown>> = {
  page: () => ({ title: newText }),
  'news-article': () => ({ title: newText }),
  'education-article': () => ({ title: newText }),
  job: () => ({ title: newText }),
  // Strapi demands a new version for a new text.
  'legal-document': ({ version }) => ({
    title: newText,
    version: `${String(version)}.1`,
    effectiveOn: new Date().toISOString().slice(0, 10),
  }),
  tag: () => ({ name: newText }),
  'news-category': () => ({ name: newText }),
  'education-category': () => ({ name: newText }),
  author: () => ({ name: newText }),
  'faq-group': () => ({ name: newText }),
  'account-type': () => ({ name: newText }),
  instrument: () => ({ nameEn: newText }),
  'price-history': ({ bars }) => ({ bars: String(bars).replace(/[\d.]+$/, newPrice) }),
  'instrument-guide': () => ({ title: newText }),
  'header-nav-item': () => ({ name: newText }),
  'trading-calendar': () => ({ trades: newText }),
  'glossary-term': () => ({ term: newText }),
  faq: () => ({ question: newText }),
  header: () => ({ loginButtonText: newText }),
  footer: () => ({ socialsTitle: newText }),
  'common-datum': () => ({ riskWarning: newText }),
  redirect: () => ({ to: 'https://site.example/words-of-a-test' }),
  'footer-links': ({ linkGroups }) => ({
    linkGroups: (linkGroups as object[]).map((group) => ({ ...group, name: newText })),
  }),
  'default-seo': ({ seo }) => ({ seo: { ...(seo as object), title: newText } }),
  'interface-word-set': () => ({ words: [{ message: 'layout.legalMenu', text: newText }] }),
};

/** Registrations refer to these documents, so Strapi refuses to unpublish or delete them. */
const agreedTo = new Set(['terms-of-service', 'privacy-policy']);
/** Every page shows these types. They are tested on a part of the pages, because each change affects all of them. */
const everywhere = new Set<DocumentType>([
  'header',
  'header-nav-item',
  'footer',
  'footer-links',
  'common-datum',
  'default-seo',
  'interface-word-set',
]);
/** Types that no page shows now: every page has its own texts for search engines, and a redirect is not visible. */
const unseen = new Set<DocumentType>(['redirect', 'default-seo']);
/** Also tried in one language at a time, so that pages of other languages that it drops are seen: every page has a list of these. */
const alone = new Set<DocumentType>(['news-article', 'header-nav-item']);
/** For each type, the types whose documents refer to it and change with it. */
const pointing: { [Type in DocumentType]?: readonly DocumentType[] } = {
  author: ['news-article', 'education-article'],
  tag: ['news-article', 'education-article', 'instrument-guide'],
  'news-category': ['news-article'],
  'education-category': ['education-article'],
  'faq-group': ['faq', 'page'],
  'glossary-term': ['glossary-term', 'instrument-guide'],
};
/** The changes of each test: a type in one language, or in all languages at once, which needs only a third of the comparisons of all pages. */
const cases = strapiTypes.flatMap(
  ({ type, localized, single }): { type: DocumentType; languages: readonly Locale[] }[] => {
    if (!localized) return [{ type, languages: ['en'] }];
    // The site refuses to take down a single type in all languages at once.
    return single || alone.has(type)
      ? locales.map((locale) => ({ type, languages: [locale] }))
      : [{ type, languages: locales }];
  },
);

/** Of hundreds of instruments, a page shows the first few. */
const onAPage: { [Type in DocumentType]?: string } = { instrument: 'eurusd', 'price-history': 'gbpusd' };

interface Changing {
  id: string;
  locale: Locale;
  draft: StrapiEntry;
  /** How many documents refer to it. */
  pointers: number;
}

/** A different document for each language. */
function createDocument(type: DocumentType, locale: Locale): string {
  const shown = onAPage[type];
  if (shown !== undefined) return shown;
  const documents = site.replica
    .addresses()
    .filter((address) => address.type === type && address.locale === locale && !agreedTo.has(address.id));
  return documents[locales.indexOf(locale) % documents.length]?.id ?? '';
}

test.each(cases)('every operation reaches the site for $type in $languages', async ({ type, languages }) => {
  const { single, localized } = strapiTypes.find((one) => one.type === type) ?? { single: false, localized: true };
  const name = type === 'footer-links' ? 'footer-link' : type;
  if (everywhere.has(type)) few ??= await ShownPages.open(site, strapi.url, (_, index) => index % 6 === 0);
  const watched = everywhere.has(type) && few ? few : pages;
  await watched.look();
  const changing = await Promise.all(
    languages.map(async (locale) => {
      const id = createDocument(type, locale);
      const draft = await editor.draft(name, id, locale);
      return { id, locale, draft, pointers: site.replica.referring({ type, id, locale }).length };
    }),
  );
  const text = ({ id, locale }: Changing) => JSON.stringify(site.replica.reader().get(type, id, locale));
  const isLive = ({ id, locale }: Changing) => site.replica.live({ type, id, locale }) !== null;

  /**
   * The languages in which the lists of a type change with a document: its own, and for an English text also those where it stands in for
   * a translation that is missing. A type without languages appears and disappears in all of them: a broken link looks for a
   * redirect in its own language.
   */
  function listLanguages(other: DocumentType, locale: Locale): readonly Locale[] {
    if (!localized) return locales;
    const inLanguage = (code: Locale) =>
      site.replica
        .addresses()
        .filter((address) => address.type === other && address.locale === code)
        .map((address) => address.id);
    return locales.filter((code) => {
      const translated = new Set(inLanguage(code));
      return code === locale || (locale === 'en' && inLanguage('en').some((original) => !translated.has(original)));
    });
  }

  /**
   * Whether dropping a page that came out the same was justified: it has a list that changed, or it depends on a document that refers to
   * one that appeared or disappeared. A document without languages is one for all pages that show a part of it, in any language.
   */
  function reasons(kind: string, { id, locale }: Changing): (tags: readonly string[]) => boolean {
    const lists = (kind === 'edit' ? [type] : [type, ...(pointing[type] ?? [])]).flatMap((other) =>
      listLanguages(other, locale).flatMap((code) => [`list:${other}:${code}`, `links:${other}:${code}`]),
    );
    const pointed = kind === 'edit' ? [] : (pointing[type] ?? []).map((other) => `doc:${other}:`);
    return (tags) =>
      tags.some(
        (tag) =>
          (!localized && tag.startsWith(`doc:${type}:${id}:`)) ||
          lists.some((list) => tag === list || tag.startsWith(`${list}:`)) ||
          pointed.some((start) => tag.startsWith(start) && tag.endsWith(`:${locale}`)) ||
          (kind !== 'edit' && tag === `address:${type}:${id}`),
      );
  }

  async function seen(
    kind: 'edit' | 'unpublish' | 'publish' | 'delete',
    action: (one: Changing) => Promise<unknown>,
    there: (one: Changing) => boolean,
  ): Promise<void> {
    for (const one of changing) {
      await action(one);
      await until(() => there(one), `${kind} of ${type}/${one.id}.${one.locale}`);
    }
    const { changed, kept, wrong, inVain } = await watched.look();
    const hadReason = changing.map((one) => reasons(kind, one));
    const needless = inVain.filter(({ tags }) => !hadReason.some((had) => had(tags))).map(({ path }) => path);
    expect({ kind, kept, wrong, needless }).toEqual({ kind, kept: [], wrong: [], needless: [] });
    if (unseen.has(type)) return;
    for (const { locale } of changing)
      expect({ kind, locale, changed: changed.some((path) => addressLocale(path) === locale) }).toEqual({
        kind,
        locale,
        changed: true,
      });
  }

  await seen(
    'edit',
    ({ draft, locale }) => editor.publish(name, draft.documentId, { ...draft, ...edits[type](draft) }, locale),
    (one) =>
      text(one).includes(type === 'redirect' ? '/words-of-a-test' : type === 'price-history' ? newPrice : newText),
  );
  await seen(
    'unpublish',
    ({ draft, locale }) => editor.unpublish(name, draft.documentId, locale),
    (one) => !isLive(one),
  );
  await seen(
    'publish',
    ({ draft, locale }) => editor.publish(name, draft.documentId, draft, locale),
    (one) => isLive(one) && site.replica.referring({ type, id: one.id, locale: one.locale }).length === one.pointers,
  );
  await seen(
    'delete',
    ({ id, draft, locale }) =>
      // A fixed page cannot be deleted, only its translations.
      locale === 'en' && (name === 'page' || id === 'cookie-disclosure')
        ? editor.unpublish(name, draft.documentId)
        : editor.remove(name, draft.documentId, localized ? locale : '*'),
    (one) => !isLive(one),
  );
  if (single) await seen('publish', ({ draft, locale }) => editor.writeAgain(name, draft, locale), isLive);
});
