/** Serves small files at fixed addresses: icons, web manifest, `security.txt`, sitemaps, `robots.txt`. */
import { type Context, Hono } from 'hono';
import type { Replica } from '../../content/replica/replica.ts';
import { type Locale, defaultLocale, localeRecords, locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { linkTo } from '../../site/route-patterns.ts';
import { matchesEtag } from '../http/etag.ts';
import { KeptTexts } from '../http/kept-texts.ts';
import { readQueryLocale } from '../http/language-choice.ts';
import { refuseWithoutContent } from '../http/refusals.ts';
import { buildRobotsTxt, buildSitemap, buildSitemapIndex } from './sitemap.ts';
import { type SharedCaching, anyChangeTag } from '../http/shared-caching.ts';
import { daily } from './static-files.ts';

const sitemapCacheControl = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';

/** The legal document that describes how vulnerability reports are handled. */
const disclosurePolicy = 'vulnerability-disclosure';

/** Writes `security.txt` (RFC 9116). The file needs an expiry date within a year: half a year after each request. */
function buildSecurityTxt(replica: Replica, origin: string, now: Date): string {
  const expires = new Date(now);
  expires.setUTCDate(expires.getUTCDate() + 182);
  expires.setUTCHours(0, 0, 0, 0);
  const read = replica.reader();
  // In a demonstration the brand's address is a placeholder in brackets.
  const email =
    /(?<![^\s<>@[\]])[^\s<>@[\]]+@[\w.-]+\.\w+/.exec(read.single('common-datum', defaultLocale)?.email ?? '')?.[0] ??
    `security@${new URL(origin).hostname}`;
  return [
    `Contact: mailto:${email}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${locales.join(', ')}`,
    `Canonical: ${origin}/.well-known/security.txt`,
    ...(read.get('legal-document', disclosurePolicy, defaultLocale)
      ? [`Policy: ${origin}${linkTo('/legal/:slug', { slug: disclosurePolicy })}`]
      : []),
    '',
  ].join('\n');
}

function buildWebManifest(replica: Replica, locale: Locale): Record<string, unknown> {
  const read = replica.reader();
  const siteName = read.single('common-datum', locale)?.siteName ?? 'brokerfront';
  return {
    name: siteName,
    short_name: siteName,
    description: read.single('default-seo', locale)?.seo.description ?? undefined,
    lang: localeRecords[locale].tag,
    start_url: localePath('/', locale),
    scope: '/',
    display: 'browser',
    background_color: '#fbfaf6',
    theme_color: '#1f5c43',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any maskable' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    ],
  };
}

/** Characters of sitemaps in memory: enough for 10 000 texts. */
const maxXmlCharacters = 16_000_000;

export function createSiteFileRoutes(replica: Replica, origin: string, shared: SharedCaching): Hono {
  const app = new Hono();
  for (const path of ['/sitemap.xml', '/sitemap-*', '/.well-known/security.txt', '/site.webmanifest']) {
    app.use(path, async (context: Context, next) => {
      if (replica.size() === 0) return refuseWithoutContent(context);
      return next();
    });
  }
  const cachedTexts = new KeptTexts(maxXmlCharacters);
  const answer = (context: Context, name: string, build: () => string | null) => {
    const xml = cachedTexts.find(name, String(replica.generation()), build);
    if (!xml) return context.notFound();
    const headers = { etag: xml.etag, ...Object.fromEntries(shared.headers(sitemapCacheControl, [anyChangeTag])) };
    if (matchesEtag(context.req.header('if-none-match'), xml.etag)) return context.body(null, 304, headers);
    return context.body(xml.text, 200, { ...headers, 'content-type': 'application/xml; charset=utf-8' });
  };
  app.get('/sitemap.xml', (context) => answer(context, 'index', () => buildSitemapIndex(replica, origin)));
  for (const locale of locales) {
    app.get(`/sitemap-${locale}.xml`, (context) =>
      answer(context, locale, () => buildSitemap(replica, origin, locale)),
    );
    app.get(`/:part{sitemap-${locale}-[1-9][0-9]{0,5}\\.xml}`, (context) => {
      const number = Number(/\d+/.exec(context.req.param('part'))?.[0] ?? 0);
      return number < 2
        ? context.notFound()
        : answer(context, `${locale} ${number}`, () => buildSitemap(replica, origin, locale, number - 1));
    });
  }
  app.get('/robots.txt', (context) => context.text(buildRobotsTxt(origin), 200, { 'cache-control': daily }));
  app.get('/.well-known/security.txt', (context) => {
    return context.text(buildSecurityTxt(replica, origin, new Date()), 200, {
      'cache-control': daily,
    });
  });
  app.get('/site.webmanifest', (context) => {
    return context.body(JSON.stringify(buildWebManifest(replica, readQueryLocale(context))), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': daily,
    });
  });
  return app;
}
