/** Every address that the site promises (R01, R02), found the way a visitor or a search engine finds them. */
import type { Locale } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { staticPaths } from '../../content/static-paths.ts';
import { isExhaustive } from '../sampled.ts';

/** The four variants of R01: without prefix, `/en`, `/es`, `/it`. */
export const variants = [
  { prefix: '', locale: 'en' },
  { prefix: '/en', locale: 'en' },
  { prefix: '/es', locale: 'es' },
  { prefix: '/it', locale: 'it' },
] as const;

export function variantPath(path: string, prefix: string): string {
  return path === '/' ? prefix || '/' : `${prefix}${path}`;
}

/** Paths in the sitemap of a locale, which has the page of every document, without the language prefix. */
export async function sitemapPaths(siteUrl: string, locale: Locale): Promise<string[]> {
  const xml = await (await fetch(`${siteUrl}/sitemap-${locale}.xml`)).text();
  const prefix = localePath('/', locale).replace(/\/$/, '');
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => new URL(address ?? '').pathname.slice(prefix.length) || '/',
  );
}

/** Hundreds of instruments have a page from one module. These have every text about instruments: one of each guide, and of each class. */
const instruments = 'aapl brent btcusd cocoa de40 ethusd eurusd gbpusd us500 usdmxn usdzar xauusd'.split(' ');
const instrumentFolder = '/cfd-asset-list/';

function isLookedAt(path: string): boolean {
  if (!path.startsWith(instrumentFolder) || isExhaustive) return true;
  return instruments.includes(path.slice(instrumentFolder.length));
}

/** All paths of a locale, without prefix: the static pages, the documents, and pages that only links lead to (tags, articles by id); of instruments a few. */
export async function allPaths(siteUrl: string, locale: Locale): Promise<string[]> {
  const paths = new Set<string>([
    ...Object.values(staticPaths),
    ...(await sitemapPaths(siteUrl, locale)).filter(isLookedAt),
    '/news-center/news',
  ]);
  for (const path of ['/tags', '/news-center/news']) {
    const html = await (await fetch(`${siteUrl}${localePath(path, locale)}`)).text();
    const prefix = localePath('/', locale).replace(/\/$/, '');
    for (const [, target = ''] of html.matchAll(/href="([^"#?]+)"/g)) {
      if (target.startsWith(`${prefix}/news-tags/`) || target.startsWith(`${prefix}/education-tags/`))
        paths.add(target.slice(prefix.length));
    }
  }
  paths.add('/news-center/news/gold-when-nothing-happens');
  return [...paths].sort();
}
