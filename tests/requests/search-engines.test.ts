/**
 * What search engines and link previews read, against the documents of the demonstration: robots.txt, sitemaps, titles, dates, authors, structured data.
 * `tests/screens/crawl.test.ts` has what holds for every page: canonical addresses, languages that name each other.
 */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { DocumentType, Locale } from '../../content/model.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { staticPaths } from '../../content/static-paths.ts';
import { readableText } from '../readable-text.ts';
import { readDemonstration } from '../sites/demonstration.ts';

const siteUrl = inject('siteUrl');
const testedLocales = ['en', 'es', 'it'] as const;

interface Wire {
  id: string;
  slug: string;
  updatedAt: string;
  title: string;
  summary: string;
  author?: string;
  seo?: { title?: string; description?: string };
  [field: string]: unknown;
}
let documents: { type: DocumentType; locale: Locale; wire: Wire }[];
beforeAll(async () => {
  const snapshot = await readDemonstration();
  documents = JSON.parse(JSON.stringify(snapshot.documents).replaceAll('\u00a0', ' ')) as typeof documents;
});
/** An instrument is one document with a name in every language. */
const all = (type: DocumentType, locale: Locale) =>
  documents
    .filter((one) => one.type === type && (one.locale === locale || type === 'instrument'))
    .map(({ wire }) => wire);
function find(type: DocumentType, id: string, locale: Locale): Wire {
  const found = all(type, locale).find((wire) => wire.id === id);
  if (!found) throw new Error(`there is no ${type} ${id} in ${locale}`);
  return found;
}

const get = async (path: string) =>
  (await (await fetch(`${siteUrl}${path}`, { headers: { 'user-agent': 'Mozilla/5.0' } })).text()).replaceAll(
    '\u00a0',
    ' ',
  );
const absolute = (path: string, locale: Locale) => `${siteUrl}${localePath(path, locale)}`;

interface Head {
  title: string;
  /** By name or property. */
  meta: Record<string, string>;
  canonical: string;
  /** By type. */
  data: Record<string, Record<string, unknown>>;
}

async function readHead(path: string): Promise<Head> {
  const [head = ''] = /^.*?<\/head>/s.exec(await get(path)) ?? [];
  const data = [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
  );
  return {
    title: readableText(/<title>([^<]*)</.exec(head)?.[1] ?? ''),
    meta: Object.fromEntries(
      [...head.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        readableText(value),
      ]),
    ),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1] ?? '',
    data: Object.fromEntries(data.map((one) => [String(one['@type']), one])),
  };
}

const publisher = () => ({ '@id': `${siteUrl}/#organization` });
const context = { '@context': 'https://schema.org' };
const trail = (locale: Locale, ...crumbs: [name: string, path: string][]) => ({
  ...context,
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absolute(path, locale),
  })),
});
const pageCrumb = (id: string, locale: Locale, path: string): [string, string] => [
  find('page', id, locale).title,
  path,
];
/** A text of a document as a page shows it: a figure that is filled in stands for its name in braces. */
function shown(text: string, after = ''): unknown {
  const parts = `${text}${after}`.split(/\{\{.*?\}\}/);
  if (parts.length === 1) return parts[0];
  const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return expect.stringMatching(new RegExp(`^${escaped.join('[\\d.,]+')}$`));
}
/** Title and description of a document, for the page, its card and its preview. */
const described = ({ title, summary, seo }: Wire) => ({
  title: seo?.title ?? title,
  description: seo?.description ?? summary,
});
/** The breadcrumbs; two of their pages exist on every site. */
const legalPath = (id: string) =>
  id === 'privacy-policy' || id === 'cookie-disclosure' ? staticPaths[id] : `/legal/${id}`;
const iso = (time: string) => new Date(time).toISOString();

test('robots.txt allows everything except the endpoints, and names the sitemaps', async () => {
  expect(await get('/robots.txt')).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`);
});

test('exactly the listed pages are excluded from search engines', async () => {
  const hidden: string[] = [];
  for (const path of [
    ...Object.values(staticPaths),
    '/search',
    '/cfd-asset-list?q=gold',
    '/trading-hours?zone=Tokyo',
    '/trading-tools?tool=pip',
    '/nope',
    '/news/none',
  ]) {
    const { meta } = await readHead(path);
    if (meta['robots'] === undefined) continue;
    expect([path, meta['robots']]).toEqual([path, 'noindex, follow']);
    hidden.push(path);
  }
  expect(hidden.sort()).toEqual([
    '/cfd-asset-list?q=gold',
    '/error',
    '/forgot-password',
    '/login',
    '/news/none',
    '/nope',
    '/old-register',
    '/search',
    '/trading-hours?zone=Tokyo',
    '/trading-tools?tool=pip',
  ]);
});

describe.each(testedLocales)('the sitemap in %s', (locale) => {
  test('names exactly the documents, each with the time of its last change and its addresses in every language', async () => {
    const addresses: [DocumentType, (wire: Wire) => string | null][] = [
      [
        'page',
        ({ id }) =>
          ['error', 'login', 'old-register', 'forgot-password', 'search'].includes(id)
            ? null
            : (new Map<string, string>(Object.entries(staticPaths)).get(id) ?? null),
      ],
      ['news-article', ({ slug }) => `/news/${slug}`],
      ['education-article', ({ slug }) => `/education/${slug}`],
      ['job', ({ slug }) => `/job-post/${slug}`],
      ['author', ({ slug }) => `/education-authors/${slug}`],
      ['news-category', ({ slug }) => `/news-category/${slug}`],
      ['education-category', ({ slug }) => `/education-category/${slug}`],
      ['legal-document', ({ id }) => legalPath(id)],
      ['instrument', ({ id }) => `/cfd-asset-list/${id}`],
      ['glossary-term', ({ id }) => `/glossary/${id}`],
    ];
    const expected = addresses.flatMap(([type, pathTo]) =>
      all(type, locale).flatMap((wire) => {
        const path = pathTo(wire);
        const inEach = testedLocales.flatMap((code) => {
          const other = all(type, code).find(({ id }) => id === wire.id);
          const translated = other && pathTo(other);
          return translated ? [`${code} ${absolute(translated, code)}`] : [];
        });
        return path ? [{ loc: absolute(path, locale), lastmod: iso(wire.updatedAt), inEach: inEach.join() }] : [];
      }),
    );
    const xml = await get(`/sitemap-${locale}.xml`);
    const entries = [...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry = '']) => {
      const links = [...entry.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, code = '', href = '']) => ({
        code,
        href,
      }));
      const fallback = links.find(({ code }) => code === 'x-default')?.href;
      expect(fallback).toBe(links.find(({ code }) => code === 'en')?.href);
      return {
        loc: /<loc>(.*?)</.exec(entry)?.[1] ?? '',
        lastmod: /<lastmod>(.*?)</.exec(entry)?.[1] ?? '',
        inEach: links
          .filter(({ code }) => code !== 'x-default')
          .map(({ code, href }) => `${code} ${href}`)
          .join(),
      };
    });
    const lines = (listing: readonly (typeof expected)[number][]) => listing.map((one) => Object.values(one).join(' '));
    const [listed, due] = [lines(entries), lines(expected)];
    expect(listed.length).toBeGreaterThan(350);
    expect({
      missing: due.filter((line) => !listed.includes(line)),
      besides: listed.filter((line) => !due.includes(line)),
    }).toEqual({ missing: [], besides: [] });
    const latest = entries
      .map(({ lastmod }) => lastmod)
      .sort()
      .at(-1);
    expect(await get('/sitemap.xml')).toContain(
      `<sitemap><loc>${siteUrl}/sitemap-${locale}.xml</loc><lastmod>${latest}</lastmod></sitemap>`,
    );
  });
});

/** Checks title and description for search engines and previews, and that only articles have the data of an article. */
function expectDescribed(
  head: Head,
  path: string,
  locale: Locale,
  wire: Pick<Wire, 'title' | 'summary' | 'seo'>,
  article = false,
): void {
  const { title, description } = described(wire as Wire);
  expect({
    title: head.title,
    description: head.meta['description'],
    canonical: head.canonical,
    preview: ['og:type', 'og:title', 'og:description', 'og:url', 'og:locale', 'og:site_name', 'twitter:card'].map(
      (name) => head.meta[name],
    ),
  }).toEqual({
    title: shown(title, ' | Veldstone'),
    description: shown(description),
    canonical: absolute(path, locale),
    preview: [
      article ? 'article' : 'website',
      shown(title),
      shown(description),
      absolute(path, locale),
      { en: 'en_GB', es: 'es_ES', it: 'it_IT' }[locale as 'en'],
      'Veldstone',
      'summary_large_image',
    ],
  });
}

describe('the structured data of each kind of page matches its document', () => {
  test.each([
    ['news-article', 'NewsArticle', '/news', 'news-center'],
    ['education-article', 'Article', '/education', 'education-center'],
  ] as const)('for every %s, in one language each: dates, author, headline', async (type, dataType, folder, centre) => {
    for (const [index, { id }] of all(type, 'en').entries()) {
      const locale = testedLocales[index % 3] ?? 'en';
      const wire = find(type, id, locale);
      const path = `${folder}/${wire.slug}`;
      const head = await readHead(localePath(path, locale));
      const author = wire.author ? find('author', wire.author, locale) : null;
      expectDescribed(head, path, locale, wire, true);
      expect([head.meta['article:published_time'], head.meta['article:modified_time']]).toEqual([
        wire['publishedOn'],
        iso(wire.updatedAt),
      ]);
      expect(head.data).toEqual({
        [dataType]: {
          ...context,
          '@type': dataType,
          headline: shown(wire.title),
          description: shown(wire.summary),
          datePublished: wire['publishedOn'],
          dateModified: iso(wire.updatedAt),
          inLanguage: locale,
          mainEntityOfPage: absolute(path, locale),
          ...(author && {
            author: {
              '@type': 'Person',
              name: author['name'],
              url: absolute(`/education-authors/${author.slug}`, locale),
            },
          }),
          publisher: publisher(),
        },
        BreadcrumbList: trail(locale, pageCrumb('home', locale, '/'), pageCrumb(centre, locale, `/${centre}`), [
          wire.title,
          path,
        ]),
      });
    }
  });

  test.each(testedLocales)('for the home page, a page, a legal document and the glossary, in %s', async (locale) => {
    const home = await readHead(localePath('/', locale));
    const [common] = all('common-datum', locale);
    const root = `${siteUrl}/`;
    expect(home.data).toEqual({
      Organization: {
        ...context,
        '@type': 'Organization',
        '@id': `${root}#organization`,
        name: 'Veldstone',
        legalName: common?.['legalName'],
        identifier: withoutBrackets(common?.['licence']),
        url: root,
        logo: `${root}icon-512.png`,
        email: withoutBrackets(common?.['email']),
        telephone: withoutBrackets(common?.['phone']),
        address: withoutBrackets(common?.['address']),
      },
      WebSite: {
        ...context,
        '@type': 'WebSite',
        '@id': `${root}#website`,
        name: 'Veldstone',
        url: root,
        inLanguage: locale,
        publisher: publisher(),
      },
    });
    const crumb = pageCrumb('home', locale, '/');
    const careers = await readHead(localePath('/careers', locale));
    expectDescribed(careers, '/careers', locale, find('page', 'careers', locale));
    expect(careers.data).toEqual({ BreadcrumbList: trail(locale, crumb, pageCrumb('careers', locale, '/careers')) });
    const legal = find('legal-document', 'risk-disclosure', locale);
    const risk = await readHead(localePath(legalPath(legal.id), locale));
    expectDescribed(risk, legalPath(legal.id), locale, legal);
    expect(risk.data).toEqual({
      BreadcrumbList: trail(locale, crumb, pageCrumb('regulation', locale, '/regulation'), [
        legal.title,
        legalPath(legal.id),
      ]),
    });
    const glossary = await readHead(localePath('/glossary', locale));
    const terms = (glossary.data['DefinedTermSet'] as { hasDefinedTerm: { name: string }[] } | undefined)
      ?.hasDefinedTerm;
    expect(terms?.map(({ name }) => name).sort()).toEqual(
      all('glossary-term', locale)
        .map(({ term }) => String(term))
        .sort(),
    );
  });

  test.each(testedLocales)('for an author, a position and an instrument, in %s', async (locale) => {
    const author = find('author', 'lindiwe-khumalo', locale);
    const profile = await readHead(localePath(`/education-authors/${author.slug}`, locale));
    expect(profile.data['ProfilePage']).toMatchObject({
      mainEntity: { '@type': 'Person', name: author['name'], jobTitle: author['role'], worksFor: publisher() },
    });
    for (const job of all('job', locale)) {
      const head = await readHead(localePath(`/job-post/${job.slug}`, locale));
      const { description, ...data } = head.data['JobPosting'] ?? {};
      expect(data).toEqual({
        ...context,
        '@type': 'JobPosting',
        title: job.title,
        datePosted: job['postedOn'],
        ...(job['validThrough'] ? { validThrough: job['validThrough'] } : {}),
        hiringOrganization: { '@type': 'Organization', name: all('common-datum', locale)[0]?.['legalName'] },
        jobLocation: { '@type': 'Place', address: job['location'] },
      });
      expect(readableText(String(description)).slice(0, 20)).toBe(readableText(String(job['body'])).slice(0, 20));
    }
    const path = '/cfd-asset-list/eurusd';
    const { data, meta } = await readHead(localePath(path, locale));
    // The average spread and the leverage of the suggested account, as `demo/instruments.csv` has them.
    const spread = {
      en: 'average spread 0.6 pips, leverage up to 1:400',
      es: 'spread medio 0,6 pips, apalancamiento hasta 1:400',
      it: 'spread medio 0,6 pip, leva fino a 1:400',
    }[locale];
    expect(meta['description']).toContain(spread);
    expect(data['FinancialProduct']).toMatchObject({
      alternateName: 'EURUSD',
      description: meta['description'],
      url: absolute(path, locale),
      feesAndCommissionsSpecification: `${absolute(path, locale)}#costs`,
      provider: publisher(),
    });
  });
});

/** Removes the brackets of placeholders, which pages show without brackets. */
const withoutBrackets = (value: unknown) => String(value).replaceAll('[[', '').replaceAll(']]', '');
