/** Every page of R01 and R02 in every variant: checks what a search engine, a visitor and an auditor would check. */
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type Locale, localeRecords, locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { staticPaths } from '../../content/static-paths.ts';
import { allPaths, sitemapPaths, variantPath, variants } from '../sites/site-paths.ts';

interface Crawled {
  locale: Locale;
  /** As requested, with the prefix. */
  address: string;
  status: number;
  html: string;
}

const siteUrl = inject('siteUrl');
const pages: Crawled[] = [];

const one = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? '';
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1] ?? '');
const unescape = (text: string) =>
  text
    .replace(/&amp;/g, '&')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"');

async function crawl(address: string, locale: Locale): Promise<Crawled> {
  const response = await fetch(`${siteUrl}${address}`, { redirect: 'manual' });
  return { locale, address, status: response.status, html: await response.text() };
}

beforeAll(async () => {
  for (const locale of locales) {
    for (const path of await allPaths(siteUrl, locale)) pages.push(await crawl(localePath(path, locale), locale));
  }
});

/** Fails with a list of all pages that break the rule, not only the first. */
function everyPage(broken: (page: Crawled) => string | false | null | undefined): void {
  const found = pages.flatMap((page) => {
    const fault = broken(page);
    return fault ? [`${page.address}: ${fault}`] : [];
  });
  expect(found).toEqual([]);
}

describe('every page', () => {
  test('R01: is one of at least 36 static pages or a document of three languages', () => {
    expect(Object.keys(staticPaths)).toHaveLength(36);
    expect(pages.length).toBeGreaterThan(locales.length * 70);
  });

  test('R01, R02: answers 200 in its language, with the same bytes at /en as without a prefix', async () => {
    everyPage(({ status, html, locale }) =>
      status !== 200
        ? `status ${status}`
        : !html.startsWith(`<!doctype html><html lang="${localeRecords[locale].tag}"`) && 'wrong lang',
    );
    for (const page of pages.filter((crawled) => crawled.locale === 'en')) {
      const { status, html } = await crawl(variantPath(page.address, '/en'), 'en');
      expect({ address: page.address, status, same: html === page.html }).toEqual({
        address: page.address,
        status: 200,
        same: true,
      });
    }
  });

  test('has one h1, a title and a description of its own, and no empty heading', () => {
    const seen = new Map<string, string>();
    everyPage(({ html, locale, address }) => {
      const title = one(html, /<title>([^<]*)<\/title>/);
      const description = one(html, /<meta name="description" content="([^"]*)"/);
      if (all(html, /(<h1[ >])/g).length !== 1) return 'not exactly one h1';
      if (/<h[1-6][^>]*><\/h/.test(html)) return 'an empty heading';
      if (!title.endsWith(' | Veldstone') || title.length < 20) return `title ${title}`;
      if (unescape(description).length < 60) return `description ${description}`;
      // The page by id shows the same article under a second address; its canonical link says so.
      if (address.includes('/news-center/news/')) return null;
      for (const text of [title, description]) {
        const other = seen.get(`${locale} ${text}`);
        if (other) return `says the same as ${other}: ${text}`;
        seen.set(`${locale} ${text}`, address);
      }
      return null;
    });
  });

  test('names its canonical address, and its translations name each other', () => {
    const byAddress = new Map(pages.map((page) => [page.address, page]));
    everyPage(({ html, address, locale }) => {
      const canonical = one(html, /<link rel="canonical" href="([^"]*)"/);
      const path = canonical.slice(siteUrl.length) || '/';
      if (!canonical.startsWith(siteUrl)) return `canonical ${canonical}`;
      const noindex = /name="robots" content="noindex/.test(html);
      // A page with English text for a missing translation names the English page.
      if (
        path !== address &&
        !address.includes('/news-center/news/') &&
        !(noindex && byAddress.get(path)?.locale === 'en')
      )
        return `canonical ${canonical}`;
      const alternates = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/g)].map(
        ([, tag, href]) => ({ tag, path: (href ?? '').slice(siteUrl.length) || '/' }),
      );
      if (noindex || address.includes('/news-center/news/')) return alternates.length > 0 && 'noindex with hreflang';
      const tags = alternates.map((alternate) => alternate.tag);
      // A language that is still being translated is named where the document has a translation; below, each one has to point back.
      const expected = locales
        .filter((code) => localeRecords[code].content === 'complete' || tags.includes(localeRecords[code].tag))
        .map((code) => localeRecords[code].tag);
      if (tags.join() !== [...expected, 'x-default'].join()) return `hreflang ${tags.join()}`;
      if (alternates.find((alternate) => alternate.tag === localeRecords[locale].tag)?.path !== address)
        return 'hreflang does not name the page itself';
      for (const alternate of alternates) {
        const back = byAddress
          .get(alternate.path)
          ?.html.includes(
            `hrefLang="${localeRecords[locale].tag}" href="${siteUrl}${address === '/' ? '/' : address}"`,
          );
        if (!back) return `${alternate.path} does not point back`;
      }
      return null;
    });
  });

  test('has Open Graph, a card, an image that is there, and structured data that parses', async () => {
    const images = new Set<string>();
    everyPage(({ html }) => {
      for (const property of ['og:title', 'og:description', 'og:url', 'og:locale', 'og:image'])
        if (!html.includes(`property="${property}"`)) return `no ${property}`;
      images.add(one(html, /property="og:image" content="([^"]*)"/));
      for (const data of all(html, /<script type="application\/ld\+json">(.*?)<\/script>/g))
        if (!(JSON.parse(data) as Record<string, unknown>)['@type']) return 'structured data without a type';
      return null;
    });
    // Most pictures are drawn on request, in about 30 ms each, so the test requests one of fifteen.
    const fetchedImages = [...images].filter((image, index) => !image.includes('/share-pictures/') || index % 15 === 0);
    expect(fetchedImages.length).toBeGreaterThan(20);
    for (const image of fetchedImages) expect((await fetch(image)).status, image).toBe(200);
  });

  test('links only to addresses and assets that answer', async () => {
    const targets = new Map<string, string>();
    for (const { html, address } of pages) {
      for (const target of [...all(html, /(?:href|src)="(\/[^"]*)"/g), ...all(html, /srcSet="(\/[^" ]*)/g)])
        targets.set(unescape(target), address);
    }
    const broken: string[] = [];
    for (const [target, from] of targets) {
      const [path = '', anchor] = target.split('#');
      const response = await fetch(`${siteUrl}${path}`, { headers: { 'user-agent': 'bot' } });
      const text = await response.text();
      if (response.status !== 200) broken.push(`${from} → ${target}: ${response.status}`);
      else if (anchor && !text.includes(`id="${anchor}"`)) broken.push(`${from} → ${target}: no such anchor`);
    }
    expect(targets.size).toBeGreaterThan(300);
    expect(broken).toEqual([]);
  });

  test('links within itself only to anchors that it has', () => {
    everyPage(({ html }) => {
      const missing = all(html, /href="#([^"]+)"/g).filter((anchor) => !html.includes(`id="${anchor}"`));
      return missing.length > 0 && `no anchor ${missing.join()}`;
    });
  });

  test('is in the sitemap of its language unless it is not for search engines', async () => {
    for (const locale of locales) {
      const listed = new Set((await sitemapPaths(siteUrl, locale)).map((path) => localePath(path, locale)));
      const indexable = pages.filter(
        (page) =>
          page.locale === locale &&
          !page.html.includes('content="noindex') &&
          !/-tags\/|\/news-center\/news/.test(page.address),
      );
      expect(indexable.map((page) => page.address).filter((address) => !listed.has(address))).toEqual([]);
      const hidden = [...listed].filter((address) =>
        pages.find((page) => page.address === address)?.html.includes('content="noindex'),
      );
      expect(hidden).toEqual([]);
    }
  });
});

test('index.html is the page of its folder', async () => {
  for (const { prefix, locale } of variants) {
    const { status, html } = await crawl(`${prefix}/index.html`, locale);
    expect(status).toBe(200);
    expect(html).toBe(pages.find((page) => page.address === localePath('/', locale))?.html);
  }
});
