/** Small files at fixed addresses: icons, web manifest, `security.txt`, sitemaps, `robots.txt`. */
import { type Context, Hono } from 'hono';
import type { Mirror } from '../content/mirror/mirror.ts';
import { type Locale, defaultLocale, isLocale, localeRecords } from '../site/i18n/locales.ts';
import { localePath } from '../site/i18n/locale-path.ts';
import { contentTag, namesTag } from './etag.ts';
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

/** Made once for each content: thousands of texts take a tenth of a second, and any query would bring a request past a CDN. */
function keptXml(mirror: Mirror, make: () => string): (context: Context) => Response {
  let kept: { generation: number; text: string; etag: string } | undefined;
  return (context) => {
    const generation = mirror.generation();
    if (kept?.generation !== generation) {
      const text = make();
      kept = { generation, text, etag: contentTag(text) };
    }
    const headers = { etag: kept.etag, 'cache-control': shared };
    if (namesTag(context.req.header('if-none-match'), kept.etag)) return context.body(null, 304, headers);
    return context.body(kept.text, 200, { ...headers, 'content-type': 'application/xml; charset=utf-8' });
  };
}

export function siteFiles(mirror: Mirror, origin: string, startedAt: Date): Hono {
  const app = new Hono();
  for (const path of ['/sitemap.xml', '/sitemap-*', '/.well-known/security.txt', '/site.webmanifest']) {
    app.use(path, async (context, next) => {
      // No content yet is our failure: an empty list of pages would be believed, and kept.
      if (mirror.size() === 0) return context.text('The site is waiting for its content.', 503, { 'cache-control': 'no-store', 'retry-after': '10' });
      return next();
    });
  }
  app.get('/sitemap.xml', keptXml(mirror, () => sitemapIndex(mirror, origin)));
  for (const locale of Object.keys(localeRecords).filter(isLocale)) {
    app.get(`/sitemap-${locale}.xml`, keptXml(mirror, () => sitemap(mirror, origin, locale)));
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
