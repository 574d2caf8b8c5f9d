/** The headers of every kind of answer, on a site behind https: each name and value. A header that is not in the table is a fault. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { metricsToken, startBuiltSite } from '../sites/start-built-site.ts';

const siteUrl = 'https://broker.example';
const site = await startBuiltSite({
  LOG_LEVEL: 'warn',
  SITE_URL: siteUrl,
  GEO_COUNTRY_HEADER: 'x-country',
  EMBED_ORIGINS: 'https://help.broker.example',
});
afterAll(() => site.stop());

type Headers = Record<string, string>;

/** Headers of every answer. */
const file = {
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};
/** Headers of everything that a browser can show as a document: all except styles, scripts, fonts and photographs. */
const document = {
  ...file,
  'content-security-policy': 'the policy',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'x-frame-options': 'DENY',
};
const html = {
  ...document,
  'content-security-policy': 'the policy, with a style',
  'content-type': 'text/html; charset=utf-8',
  nel: '{"report_to":"site","max_age":86400,"failure_fraction":0.1}',
  'report-to': '{"group":"site","max_age":86400,"endpoints":[{"url":"https://broker.example/api/reports"}]}',
  'reporting-endpoints': 'site="https://broker.example/api/reports"',
};
const type = (contentType: string) => ({ 'content-type': contentType });
const text = { ...document, ...type('text/plain; charset=utf-8') };
const json = { ...document, ...type('application/json') };
const svg = { ...document, ...type('image/svg+xml') };
const xml = { ...document, ...type('application/xml; charset=utf-8') };
const attached = (name: string) => ({ 'content-disposition': `attachment; filename="${name}"` });
const everySite = { 'cross-origin-resource-policy': 'cross-origin' };
const portal = 'https://help.broker.example';
const forPortal = { 'access-control-allow-origin': portal };

const vary = (names: string) => ({ vary: names });
const tagged = { etag: 'a tag' };
const packed = { ...tagged, ...vary('Accept-Encoding'), 'content-encoding': 'br' };
const to = (location: string) => ({ location });
const allow = (methods: string) => ({ allow: methods });
const unlisted = { 'x-robots-tag': 'noindex' };
const close = { connection: 'close' };

const cacheHeader = (cacheControl: string) => ({ 'cache-control': cacheControl });
const forever = cacheHeader('public, max-age=31536000, immutable');
const daily = cacheHeader('public, max-age=86400');
const fiveMinutes = cacheHeader('public, max-age=300');
/** Pages and redirects: a CDN keeps them for seconds, or for a day while no site answers. */
const shared = cacheHeader('public, max-age=0, s-maxage=5, stale-while-revalidate=60, stale-if-error=86400');
const sharedMinute = cacheHeader('public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400');
const sharedJson = cacheHeader('public, max-age=0, s-maxage=5, stale-while-revalidate=60');
const browserOnly = cacheHeader('private, max-age=0, must-revalidate');
/** Answers that no cache keeps have a request id. */
const requestId = { 'x-request-id': 'an id' };
const unkept = { ...cacheHeader('no-store'), ...requestId };
const ofOneVisitor = { ...cacheHeader('private, no-store'), ...requestId };

interface Request {
  method?: string;
  headers?: Headers;
  body?: string;
}

const form = (body: string, headers: Headers = { origin: siteUrl }): Request => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body,
});
const from = (name: string, value: string): Request => ({ headers: { [name]: value } });
const signIn = 'intent=sign-in&email=nobody@example.com&password=Secret1!x&elapsed=9000';
const enquiry = 'intent=enquire&name=Anna&email=anna@example.com&topic=other&message=A+long+message&elapsed=9000';
const referral = 'referral=ref%3DA77; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax';
const otherStyle = { 'content-security-policy': 'the policy, with a style' };

/** The pages that contain the addresses of files. */
const pagesWithFiles = ['/webtrader', '/forex', '/'];
/** A regular expression as path: the first address on these pages that matches it. */
type Answer = [what: string, path: string | RegExp, status: number, headers: Headers[], request?: Request];
const answers: Answer[] = [
  ['a page', '/es/forex', 200, [html, packed, shared]],
  [
    'a page that the browser has',
    '/es/forex',
    304,
    [html, type(''), tagged, vary('Accept-Encoding'), shared],
    from('if-none-match', 'the tag'),
  ],
  ['the home page', '/', 200, [html, packed, browserOnly, vary('Accept-Encoding, Accept-Language, Cookie')]],
  [
    'the way to a language',
    '/',
    302,
    [document, otherStyle, ofOneVisitor, to('/es'), vary('Accept-Language, Cookie')],
    from('accept-language', 'es'),
  ],
  ['a personal page', '/login', 200, [html, packed, browserOnly, vary('Accept-Encoding, Cookie'), requestId]],
  ['a personal page from the cache', '/login', 200, [html, packed, browserOnly, vary('Accept-Encoding, Cookie')]],
  ['results of a search', '/search?q=gold', 200, [html, packed, shared]],
  ['an answer to parameters', '/cfd-asset-list?q=gold', 200, [html, packed, ofOneVisitor]],
  ['a partner’s link', '/forex?ref=A77', 200, [html, packed, ofOneVisitor, { 'set-cookie': referral }]],
  [
    'a payload',
    '/es/forex/_payload.json',
    200,
    [json, type('application/json; charset=utf-8'), packed, shared, unlisted],
  ],
  ['a payload of a personal page', '/login/_payload.json', 200, [json, unkept, unlisted]],
  ['a payload of no page', '/nope/_payload.json', 404, [json, unkept]],

  ['an address in another spelling', '/forex/', 301, [document, shared, to('/forex')]],
  ['a redirect', '/fx', 301, [document, shared, to('/forex')]],
  ['a redirect to another site', '/metatrader5', 302, [document, shared, to('https://www.metatrader5.com/')]],
  ['no page', '/nope', 404, [html, unkept, unlisted]],
  ['no page, for a crawler', '/nope', 404, [text, unkept, unlisted], from('user-agent', 'Googlebot')],
  ['no article', '/news/none', 404, [html, unkept, unlisted]],
  ['a method that no page has', '/forex', 405, [text, unkept, allow('GET, HEAD, POST')], { method: 'PUT' }],
  ['too long an address', `/${'a'.repeat(9000)}`, 414, [text, cacheHeader('no-store'), close]],

  ['a refused form', '/login', 422, [html, unkept, unlisted], form(signIn)],
  ['an accepted form', '/contact', 303, [document, unkept, unlisted, to('/contact?sent=1#form')], form(enquiry)],
  ['a form of another site', '/login', 403, [html, unkept, unlisted], form(signIn, { origin: 'https://evil.example' })],
  [
    'a form that is none',
    '/login',
    400,
    [html, unkept, unlisted, close],
    form('{}', { origin: siteUrl, ...type('application/json') }),
  ],
  ['too large a form', '/login', 413, [html, unkept, unlisted], form('a'.repeat(70_000))],
  ['a form where none is', '/forex', 405, [text, unkept, unlisted, allow('GET, HEAD')], form('a=b')],

  ['a style', /\/assets\/[^"]+\.css/, 200, [file, type('text/css; charset=utf-8'), packed, forever]],
  ['a script', /\/assets\/[^"]+\.js/, 200, [file, type('text/javascript; charset=utf-8'), packed, forever]],
  ['a font', /\/assets\/[^"]+\.woff2/, 200, [file, type('font/woff2'), tagged, forever]],
  ['icons', /\/assets\/[^"#]+\.svg/, 200, [svg, packed, forever]],
  ['an asset that is gone', '/assets/none.js', 404, [text, unkept]],
  ['a picture of an editor', /\/media\/[^"? ]+\.svg/, 200, [svg, everySite, packed, forever]],
  ['a picture that is gone', '/media/0000/none.svg', 404, [text, everySite, unkept]],
  ['a drawing', /\/drawings\/[^" ]+\.svg/, 200, [svg, packed, forever]],
  ['a drawing of nothing', '/drawings/none.svg', 404, [text, unkept]],
  ['the picture of a page', /\/share-pictures\/[^"]+\.png/, 200, [file, everySite, type('image/png'), tagged, forever]],
  ['the picture of no page', '/share-pictures/none.png', 404, [text, everySite, unkept]],
  ['the icon of the site', '/favicon.svg', 200, [svg, packed, daily]],
  ['the same in pixels', '/apple-touch-icon.png', 200, [file, type('image/png'), tagged, daily]],
  ['the manifest', '/site.webmanifest', 200, [document, type('application/manifest+json'), daily]],
  [
    'the frame of other sites',
    '/embed/site-frame.js',
    200,
    [
      file,
      everySite,
      type('text/javascript; charset=utf-8'),
      packed,
      vary('Accept-Encoding, Origin'),
      cacheHeader('public, max-age=300, stale-while-revalidate=86400'),
    ],
  ],

  ['rules for robots', '/robots.txt', 200, [text, daily]],
  ['the sitemaps', '/sitemap.xml', 200, [xml, tagged, sharedMinute]],
  ['a sitemap', '/sitemap-es.xml', 200, [xml, tagged, sharedMinute]],
  ['a sitemap that is not there', '/sitemap-en-9.xml', 404, [text, unkept]],
  ['whom to tell of a hole', '/.well-known/security.txt', 200, [text, daily]],
  [
    'a calendar',
    '/api/trading-hours/xetra.ics',
    200,
    [document, type('text/calendar; charset=utf-8'), attached('xetra.ics'), tagged, sharedMinute, unlisted],
  ],
  ['no calendar', '/api/trading-hours/none.ics', 404, [text, unkept]],
  [
    'the download',
    '/api/instruments.csv',
    200,
    [
      document,
      type('text/csv; charset=utf-8'),
      attached('instruments.csv'),
      cacheHeader('public, max-age=0, s-maxage=5'),
      unlisted,
    ],
  ],

  ['health', '/healthz', 200, [text, unkept]],
  ['readiness', '/readyz', 200, [text, unkept]],
  [
    'metrics',
    '/metrics',
    200,
    [document, type('text/plain; version=0.0.4; charset=utf-8'), unkept],
    from('authorization', `Bearer ${metricsToken}`),
  ],
  ['metrics for strangers', '/metrics', 404, [text, unkept]],
  [
    'an interface',
    '/api/strapi/header',
    200,
    [json, tagged, sharedJson, vary('Accept-Language, Origin'), { 'content-language': 'en' }],
  ],
  [
    'an interface for the portal',
    '/api/strapi/header',
    200,
    [json, tagged, sharedJson, vary('Accept-Language, Origin'), { 'content-language': 'en' }, forPortal],
    from('origin', portal),
  ],
  [
    'what the portal may ask',
    '/api/strapi/header',
    204,
    [
      document,
      unkept,
      vary('Origin'),
      forPortal,
      {
        'access-control-allow-headers': 'Accept-Language, If-None-Match',
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-max-age': '86400',
      },
    ],
    { method: 'OPTIONS', headers: { origin: portal } },
  ],
  ['settings', '/api/settings', 200, [json, vary('Origin'), fiveMinutes]],
  ['costs', '/api/costs', 200, [json, unkept, unlisted]],
  ['suggestions', '/api/search?q=gold', 200, [json, cacheHeader('public, max-age=60')]],
  ['the newest release', '/_builds/latest.json', 200, [json, unkept]],
  ['a release that is not there', '/_builds/meta/none.json', 404, [json, unkept]],
  [
    'the visitor’s country',
    '/api/geo',
    200,
    [json, ofOneVisitor, { 'cdn-cache-control': 'no-store', 'country-policy': 'eu-notice own-initiative' }],
    from('x-country', 'DE'),
  ],
  [
    'the style of the notice',
    '/api/geo/notice.css',
    200,
    [file, type('text/css; charset=utf-8'), ofOneVisitor, { 'cdn-cache-control': 'no-store' }],
  ],
  ['the texts of consent', '/api/consent/texts', 200, [json, tagged, cacheHeader('no-cache')]],
  ['a proof of consent that is none', '/api/consent', 400, [text, unkept], form('[]')],
  ['a report of a browser', '/api/reports', 204, [document, unkept], form('[]', type('application/reports+json'))],
  ['an interface of the content service', '/api/content/purges', 401, [text, unkept]],
  ['a preview without a signature', '/api/preview', 403, [text, ofOneVisitor, { 'x-robots-tag': 'noindex, nofollow' }]],
  ['no interface', '/api/none', 404, [text, unkept]],
];

const hashSource = (inline = '') => `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;
/** The source of the one script inside pages, which the policy names. */
let ownScript: string;
beforeAll(async () => {
  const [, script] = /<script>(.*?localStorage\.theme.*?)<\/script>/s.exec(await (await get('/nope')).text()) ?? [];
  ownScript = hashSource(script);
});

/** @param style the source of the style inside the page, after a space; empty for what is no page. */
const policy = (style = ''): Headers => ({
  'default-src': "'none'",
  'script-src': `'self' ${ownScript}`,
  'style-src': `'self'${style}`,
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'frame-src': 'https://www.youtube-nocookie.com',
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'site third-party default',
  'report-to': 'site',
  'report-uri': '/api/reports',
  'frame-ancestors': "'none'",
});
const asHeader = (directives: Headers) =>
  Object.entries(directives)
    .map((directive) => directive.join(' '))
    .join('; ');
const readStyle = (body: string) => /<style>(.*?)<\/style>/s.exec(body.slice(0, body.indexOf('</head>') + 1))?.[1];

/** The name of a policy in the table, or the policy itself, if it is another one. */
function policyName(header: string, body: string): string {
  const style = readStyle(body);
  if (style === undefined && header === asHeader(policy())) return 'the policy';
  // An answer without a body may name the style of the page whose headers it repeats.
  const source =
    style === undefined && body === '' ? (/style-src 'self' (\S+);/.exec(header)?.[1] ?? '') : hashSource(style);
  return header === asHeader(policy(` ${source}`)) ? 'the policy, with a style' : header;
}

/** Removes empty headers. */
const inOrder = (headers: Headers): Headers =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== '')
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** The headers of an answer as the table names them, without those that every HTTP answer has. */
function shownHeaders({ headers }: Response, body: string): Headers {
  const shown = Object.fromEntries(headers);
  for (const name of ['date', 'keep-alive', 'content-length', 'transfer-encoding']) delete shown[name];
  if (shown['connection'] === 'keep-alive') delete shown['connection'];
  if (/^"[\w-]{10,40}"$/.test(shown['etag'] ?? '')) shown['etag'] = 'a tag';
  if (/^[\da-f]{16}$/.test(shown['x-request-id'] ?? '')) shown['x-request-id'] = 'an id';
  if (shown['content-type']) shown['content-type'] = shown['content-type'].replace('UTF-8', 'utf-8');
  if (shown['content-security-policy'])
    shown['content-security-policy'] = policyName(shown['content-security-policy'], body);
  return inOrder(shown);
}

const get = (path: string, { headers, ...init }: Request = {}) =>
  fetch(`${site.url}${path}`, { redirect: 'manual', ...init, headers: { 'accept-encoding': 'br', ...headers } });

test('every kind of answer has exactly the listed headers and values', async () => {
  const pages = (
    await Promise.all(
      pagesWithFiles.map(async (path) => (await get(path, { headers: { 'user-agent': 'bot' } })).text()),
    )
  ).join();
  let tag = '';
  for (const [what, path, status, headers, request] of answers) {
    const address = typeof path === 'string' ? path : (path.exec(pages)?.[0] ?? `/no-${what}`);
    const requestOptions = request?.headers?.['if-none-match'] ? { headers: { 'if-none-match': tag } } : request;
    const response = await get(address, requestOptions);
    const body = await response.text();
    // The only script inside a page is the one that the policy names.
    const scripts = new Set(body.match(/(?<=<script>).*?(?=<\/script>)/gs)?.map(hashSource));
    expect.soft({ what, status: response.status, headers: shownHeaders(response, body), scripts }).toEqual({
      what,
      status,
      scripts: new Set(body.startsWith('<!doctype') ? [ownScript] : []),
      headers: inOrder(Object.assign({}, ...headers) as Headers),
    });
    tag = response.headers.get('etag') ?? '';
  }
});
