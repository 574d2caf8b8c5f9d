/** Small files at fixed addresses: icons, web manifest, `security.txt`, sitemaps, `robots.txt`. */
import { Hono } from 'hono';
import type { Mirror } from '../content/mirror/mirror.ts';
import { type Locale, defaultLocale, isLocale, localeRecords } from '../site/i18n/locales.ts';
import { localePath } from '../site/i18n/locale-path.ts';
import { robotsTxt, sitemap, sitemapIndex } from './sitemap.ts';
import { daily } from './static-files.ts';

const shared = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';

/** RFC 9116 asks for an end date within a year: half a year from the build, rounded to a day. */
function securityTxt(origin: string, email: string, builtAt: Date): string {
  const expires = new Date(builtAt);
  expires.setUTCMonth(expires.getUTCMonth() + 6, 1);
  expires.setUTCHours(0, 0, 0, 0);
  return [`Contact: mailto:${email}`, `Expires: ${expires.toISOString()}`, 'Preferred-Languages: en, es, it', `Canonical: ${origin}/.well-known/security.txt`, ''].join('\n');
}

function webManifest(mirror: Mirror, locale: Locale): Record<string, unknown> {
  const read = mirror.reader();
  const siteName = read.single('common-datum', locale)?.siteName ?? 'brokerfront';
  return {
    name: siteName,
    short_name: siteName,
    description: read.single('default-seo', locale)?.seo.description ?? '',
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

export function siteFiles(mirror: Mirror, origin: string, startedAt: Date): Hono {
  const app = new Hono();
  const xml = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': shared };
  app.get('/sitemap.xml', (context) => context.body(sitemapIndex(mirror.reader(), origin), 200, xml));
  for (const locale of Object.keys(localeRecords).filter(isLocale)) {
    app.get(`/sitemap-${locale}.xml`, (context) => context.body(sitemap(mirror.reader(), origin, locale), 200, xml));
  }
  app.get('/robots.txt', (context) => context.text(robotsTxt(origin), 200, { 'cache-control': daily }));
  app.get('/.well-known/security.txt', (context) => {
    const email = mirror.reader().single('common-datum', defaultLocale)?.email ?? 'security@localhost';
    return context.text(securityTxt(origin, email, startedAt), 200, { 'cache-control': daily });
  });
  app.get('/site.webmanifest', (context) => {
    const wish = context.req.query('locale');
    return context.body(JSON.stringify(webManifest(mirror, isLocale(wish) ? wish : defaultLocale)), 200, { 'content-type': 'application/manifest+json', 'cache-control': daily });
  });
  return app;
}
