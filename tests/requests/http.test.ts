/** HTTP behaviour of the server as proxies, crawlers and attackers see it. */
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, inject, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { rawAnswer, rawStatus } from '../raw-request.ts';
import { metricsToken } from '../sites/start-built-site.ts';

const siteUrl = inject('siteUrl');
const { hostname } = new URL(siteUrl);

const get = (path: string, init: RequestInit = {}) => fetch(`${siteUrl}${path}`, { redirect: 'manual', ...init });

describe('a request as RFC 9110 and 9112 allow it', () => {
  const ask = async (head: string) => {
    const answer = await rawAnswer(`${head}\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
    return answer.toString('latin1');
  };

  test.each([
    ['GET http://any.example/forex HTTP/1.1', 200],
    ['GET HTTP://any.example:80/forex?a=1 HTTP/1.1', 200],
    ['HEAD https://any.example/es/forex HTTP/1.1', 200],
    ['GET http://any.example HTTP/1.1', 200],
    ['GET http://any.example/forex/ HTTP/1.1', 301],
    ['GET http://any.example/nowhere HTTP/1.1', 404],
    ['GET http:///forex HTTP/1.1', 400],
    ['GET http://a@b/forex HTTP/1.1', 400],
    ['GET ftp://any.example/forex HTTP/1.1', 400],
    ['OPTIONS * HTTP/1.1', 204],
    ['GET * HTTP/1.1', 400],
  ])('%s: %i', async (head, status) => {
    expect(Number(/^HTTP\/1\.1 (\d{3})/.exec(await ask(head))?.[1])).toBe(status);
  });

  test('OPTIONS * names the methods', async () => {
    expect(await ask('OPTIONS * HTTP/1.1')).toMatch(/^allow: GET, HEAD, POST, OPTIONS\r$/im);
  });

  test.each(['/forex', '/es/forex', '/sitemap-en.xml', '/api/strapi/footer'])(
    'If-None-Match: * of %s is answered with 304',
    async (path) => {
      expect((await get(path, { headers: { 'if-none-match': '*' } })).status).toBe(304);
      expect((await get('/no-such-page', { headers: { 'if-none-match': '*' } })).status).toBe(404);
    },
  );
});

describe('pages', () => {
  test('are compressed and have a validator, which gives a 304 when nothing changed', async () => {
    const first = await get('/forex', { headers: { 'accept-encoding': 'br' } });
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding',
      'cache-control': 'public, max-age=0, s-maxage=5, stale-while-revalidate=60, stale-if-error=86400',
    });
    const etag = first.headers.get('etag') ?? '';
    expect((await get('/forex', { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })).status).toBe(304);
    const gzip = await get('/forex', { headers: { 'accept-encoding': 'gzip' } });
    expect(gzip.headers.get('etag')).not.toBe(etag);
    expect(await gzip.text()).toBe(await (await get('/forex', { headers: { 'accept-encoding': 'identity' } })).text());
  });

  test('ignore query parameters that they do not declare, and share the cached bytes', async () => {
    const uncompressed = await (await get('/forex')).text();
    expect(await (await get('/forex?utm_source=x&a=1')).text()).toBe(uncompressed);
  });

  test('have the same head from the cache, one after the other on a kept connection', async () => {
    const path = '/it/glossary';
    const br = { 'accept-encoding': 'br' };
    await (await get(path, { headers: br })).arrayBuffer();
    const uncompressed = await get(path, { headers: { 'accept-encoding': 'identity' } });
    const sent = (method: string, more = '') =>
      `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAccept-Encoding: br\r\n${more}\r\n`;
    let stream = await rawAnswer(sent('GET') + sent('HEAD') + sent('GET') + sent('GET', 'Connection: close\r\n'));
    const answers: { status: string; headers: Map<string, string>; body: Buffer }[] = [];
    for (const hasBody of [true, false, true, true]) {
      const end = stream.indexOf('\r\n\r\n');
      const [status = '', ...lines] = stream.subarray(0, end).toString('latin1').split('\r\n');
      const headers = new Map(
        lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
      );
      const bodyEnd = end + 4 + (hasBody ? Number(headers.get('content-length')) : 0);
      answers.push({ status, headers, body: stream.subarray(end + 4, bodyEnd) });
      stream = stream.subarray(bodyEnd);
    }
    expect(stream).toHaveLength(0);
    const html = await uncompressed.text();
    for (const [index, { status, headers, body }] of answers.entries()) {
      expect(status).toBe('HTTP/1.1 200 OK');
      expect(headers.get('connection')).toBe(index === 3 ? 'close' : 'keep-alive');
      expect(headers.get('content-encoding')).toBe('br');
      for (const [name, value] of uncompressed.headers) {
        if (!['connection', 'keep-alive', 'date', 'etag', 'content-length'].includes(name))
          expect([name, headers.get(name)]).toEqual([name, value]);
      }
      expect(Date.parse(headers.get('date') ?? '')).toBeGreaterThan(0);
      if (body.length > 0) expect(brotliDecompressSync(body).toString()).toBe(html);
    }
    expect(answers.map(({ body }) => body.length > 0)).toEqual([true, false, true, true]);
  });

  test('answer HEAD without a body', async () => {
    const response = await get('/about', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });
});

describe('addresses', () => {
  test.each([
    ['/forex/', '/forex'],
    ['/es/', '/es'],
    ['/forex/?page=2&utm=1', '/forex?page=2&utm=1'],
    ['/es/news-center///', '/es/news-center'],
  ])('%s redirects to %s in one step', async (from, to) => {
    const response = await get(from);
    expect([response.status, response.headers.get('location')]).toEqual([301, to]);
    expect((await get(to)).status).toBe(200);
  });

  test.each([
    ['/fx', 301, '/forex'],
    ['/es/fx?ref=7', 301, '/es/forex?ref=7'],
    ['/metatrader5', 302, 'https://www.metatrader5.com/'],
    ['/it/news/gold-when-nothing-happens', 301, '/it/news/perche-l-oro-si-muove-senza-notizie'],
  ])('R05: %s redirects with %i to %s', async (from, status, to) => {
    const response = await get(from);
    expect([response.status, response.headers.get('location')]).toEqual([status, to]);
  });

  test.each([
    ['/nope', 'Page not found: /nope'],
    ['/es/a/b/c', 'Page not found: /es/a/b/c'],
    ['/news/unknown-slug', 'Page Not Found: /news/unknown-slug'],
    ['/news-center/news/none', 'Page Not Found: /news-center/news/none'],
    ['/news-center/news?page=999', 'Page Not Found: /news-center/news'],
    ['/news-center/news?page=abc', 'Page Not Found: /news-center/news'],
    ['/legal/privacy-policy', 'Page Not Found: /legal/privacy-policy'],
    ['/es/nope', 'Page not found: /es/nope'],
    ['/en/nope?a=1', 'Page not found: /en/nope'],
    ['/es/news/nope', 'Page Not Found: /es/news/nope'],
    ['/es/news/caf%C3%A9', 'Page Not Found: /es/news/café'],
    // A path that cannot be decoded is shown as it was requested.
    ['/%E0%A4%A', 'Page not found: /%E0%A4%A'],
    ['/%', 'Page not found: /%'],
    ['/es/%ff', 'Page not found: /es/%ff'],
    ['/es/news/%', 'Page Not Found: /es/news/%'],
    ['/a%00b', 'Page not found: /a%00b'],
  ])('R03, R04: %s is a 404 that says %s', async (path, message) => {
    const response = await get(path);
    const html = await response.text();
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(html).toContain(message);
    expect(html).toMatch(/<title>(404 - Page Not Found|404 - Página no encontrada) \| Veldstone<\/title>/);
    expect(html).toMatch(/<h1>(Oops! Page Not Found|¡Vaya! Página no encontrada)<\/h1>/);
    // R07: a crawler gets only the status and the message.
    const crawler = await get(path, { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } });
    expect([crawler.status, await crawler.text()]).toEqual([404, message]);
  });

  test('text of a path is escaped and cut on error screens, for people and for crawlers', async () => {
    const hostile = await (await get('/%3Cscript%3Ealert(1)%3C/script%3E')).text();
    expect(hostile).toContain('<code>Page not found: /&lt;script&gt;alert(1)&lt;/script&gt;</code>');
    for (const path of [`/es/${'x'.repeat(3000)}`, `/es/%${'x'.repeat(3000)}`]) {
      const message = /<code>(.*?)<\/code>/.exec(await (await get(path)).text())?.[1] ?? '';
      expect([message.slice(0, 25), message.length < 400, message.at(-1)]).toEqual([
        `Page not found: ${path.slice(0, 9)}`,
        true,
        '…',
      ]);
    }
    const crawler = await get('/%3Cscript%3E%', { headers: { 'user-agent': 'Googlebot/2.1' } });
    expect([crawler.status, crawler.headers.get('content-type'), await crawler.text()]).toEqual([
      404,
      'text/plain; charset=UTF-8',
      'Page not found: /%3Cscript%3E%',
    ]);
  });

  test('an address that cannot be decoded has a 404 payload and no body for HEAD, and an invalid address is a 400', async () => {
    const payload = await get('/es/%ff/_payload.json?1');
    expect([payload.status, await payload.json()]).toEqual([404, { error: 'not-found' }]);
    const head = await get('/%', { method: 'HEAD' });
    expect([head.status, head.headers.get('cache-control'), await head.text()]).toEqual([404, 'no-store', '']);
    expect((await get('/%', { method: 'POST', body: 'a=1' })).status).toBe(405);
    for (const path of ['/assets/%', '/media/x/%', '/api/strapi/%'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    for (const target of ['*', 'nonsense', 'http://[::1', '/\\evil.example/'])
      expect([
        target,
        await rawStatus(`GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`),
      ]).toEqual([target, 400]);
  });

  test('a missing asset is a plain 404, never a page', async () => {
    for (const path of ['/assets/entry-gone.js', '/media/0000/none.svg', '/api/none']) {
      const response = await get(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/plain; charset=UTF-8']);
    }
  });
});

describe('language', () => {
  const home = (headers: Record<string, string>) => get('/', { headers });

  test('R40: the first visit of / follows the cookie, then the browser, and is English otherwise', async () => {
    const cases: [Record<string, string>, string | null][] = [
      [{ 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' }, '/es'],
      // A code that no language will get.
      [{ 'accept-language': 'qaa,it;q=0.4,en;q=0.3' }, '/it'],
      [{ 'accept-language': 'qaa' }, null],
      [{ 'accept-language': 'es;q=0, en' }, null],
      [{ 'accept-language': 'es', cookie: 'a=b; locale=it' }, '/it'],
      [{ 'accept-language': 'es', cookie: 'locale=en' }, null],
      [{ 'accept-language': 'es', cookie: 'locale=xx' }, '/es'],
      [{ 'accept-language': 'es', 'user-agent': 'Googlebot' }, null],
    ];
    for (const [headers, location] of cases) {
      const response = await home(headers);
      expect([headers, response.status, response.headers.get('location')]).toEqual([
        headers,
        location ? 302 : 200,
        location,
      ]);
      expect(response.headers.get('cache-control')).toContain('private');
    }
    expect((await get('/?ref=7', { headers: { 'accept-language': 'it' } })).headers.get('location')).toBe('/it?ref=7');
    // Only `/` negotiates the language: every other address has the language that its prefix says.
    expect((await get('/forex', { headers: { 'accept-language': 'es', cookie: 'locale=it' } })).status).toBe(200);
  });

  test('R40: a choice is kept for 365 days and leads to the same page, and nowhere else', async () => {
    const chosen = await get('/api/locale?to=es&path=%2Fes%2Fforex');
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/es/forex']);
    expect(chosen.headers.get('set-cookie')).toBe('locale=es; Max-Age=31536000; Path=/; SameSite=Lax');
    for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example', '', '/a\r\nSet-Cookie: x=1']) {
      const response = await get(`/api/locale?${new URLSearchParams({ to: 'it', path })}`);
      expect([path, response.status, response.headers.get('location')]).toEqual([path, 303, '/it']);
    }
    expect((await get('/api/locale?to=xx')).status).toBe(400);
  });
});

describe('the six endpoints of the content service', () => {
  test.each(['header-nav-items', 'header', 'footer', 'footer-links', 'common-datum', 'default-seo'])(
    'R31: %s answers in the requested language, and in English otherwise',
    async (name) => {
      const answer = async (language: string) =>
        (await get(`/api/strapi/${name}`, { headers: { 'accept-language': language } })).json() as Promise<{
          data: unknown;
        }>;
      const [english, spanish, other] = await Promise.all([answer('en'), answer('es-AR,es;q=0.9'), answer('qaa')]);
      expect(english.data).toBeTruthy();
      expect(other).toEqual(english);
      if (name !== 'common-datum') expect(spanish).not.toEqual(english);
    },
  );

  test('R31: have the shapes of the specification', async () => {
    const read = async (name: string) => ((await (await get(`/api/strapi/${name}`)).json()) as { data: never }).data;
    const link = {
      id: expect.any(Number),
      name: expect.any(String),
      url: expect.any(String),
      openInNewTab: expect.any(Boolean),
    };
    const media = {
      data: {
        id: expect.any(Number),
        attributes: expect.objectContaining({ url: expect.stringMatching(new RegExp(`^${siteUrl}/media/`)) }),
      },
    };
    const nav = (await read('header-nav-items')) as {
      id: number;
      attributes: {
        menu_position: number;
        name: string;
        content: { __component: string; id: number; links: unknown[] }[];
      };
    }[];
    expect(nav.map((item) => item.attributes.menu_position)).toEqual(
      nav.map((item) => item.attributes.menu_position).toSorted((a, b) => a - b),
    );
    expect(new Set(nav.flatMap((item) => item.attributes.content.map((block) => block.__component)))).toEqual(
      new Set(['header.nav-group', 'header.nav-column']),
    );
    expect(nav[0]?.attributes.content[0]).toEqual({
      id: 1,
      __component: 'header.nav-column',
      name: '**Five markets**',
      icon: 'candles',
      links: expect.any(Array),
    });
    expect(nav[0]?.attributes.content[0]?.links[0]).toEqual(link);
    expect(await read('header')).toMatchObject({
      id: 1,
      attributes: { loginButtonText: 'Log in', signupButtonText: expect.any(String) },
    });
    expect(await read('footer')).toMatchObject({
      attributes: {
        downloads: expect.arrayContaining([
          { id: expect.any(Number), name: expect.any(String), link: expect.any(String), image: media },
        ]),
        contact: { name: expect.any(String), links: expect.arrayContaining([{ ...link, phone: null }]) },
        socialsTitle: expect.any(String),
        socialsItems: expect.any(Array),
        paymentMethodsItems: { data: expect.arrayContaining([media.data]) },
        additionalLinks: expect.arrayContaining([link]),
        text: expect.stringMatching(/^\*\*Company\.\*\* Veldstone[^<]+$/),
      },
    });
    expect(await read('footer-links')).toEqual(
      expect.arrayContaining([
        {
          id: expect.any(Number),
          attributes: {
            linkGroups: expect.arrayContaining([
              expect.objectContaining({ name: expect.any(String), links: expect.arrayContaining([link]) }),
            ]),
          },
        },
      ]),
    );
    const common = (await read('common-datum')) as {
      attributes: { logoColored: { data: { attributes: { url: string } } } };
    };
    expect(common).toMatchObject({
      attributes: {
        siteName: 'Veldstone',
        riskWarning: expect.stringContaining('](/legal/risk-disclosure)'),
        logoColored: media,
        logoWhite: media,
      },
    });
    expect((await fetch(common.attributes.logoColored.data.attributes.url)).headers.get('content-type')).toBe(
      'image/svg+xml',
    );
    expect(await read('default-seo')).toMatchObject({
      attributes: {
        seo: {
          title: expect.any(String),
          description: expect.any(String),
          keywords: expect.any(String),
          image: media,
        },
      },
    });
  });

  test('do not contain the brackets of placeholders, like the pages', async () => {
    for (const name of ['footer', 'common-datum'])
      expect(await (await get(`/api/strapi/${name}`)).text()).not.toContain('[[');
  });

  test('answer 304 while they are unchanged', async () => {
    const first = await get('/api/strapi/footer', { headers: { 'accept-language': 'es' } });
    const etag = first.headers.get('etag') ?? '';
    expect([first.headers.get('content-language'), first.headers.get('vary')]).toEqual([
      'es',
      'Accept-Language, Origin',
    ]);
    expect(
      (await get('/api/strapi/footer', { headers: { 'accept-language': 'es', 'if-none-match': etag } })).status,
    ).toBe(304);
    expect(
      (await get('/api/strapi/footer', { headers: { 'accept-language': 'it', 'if-none-match': etag } })).status,
    ).toBe(200);
  });

  test('use the public setting for addresses of pictures', async () => {
    expect(await (await get('/api/settings')).json()).toEqual({ strapiUrl: siteUrl });
  });

  test('are restricted to this site when no other is allowed', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await get('/api/strapi/header', {
        method,
        headers: { origin: 'https://portal.broker.example' },
      });
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

test('well-known files such as robots.txt and favicon.ico are served', async () => {
  expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
  const security = await get('/.well-known/security.txt');
  const lines = new Map(
    (await security.text())
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ', 2) as [string, string]),
  );
  expect(security.headers.get('content-type')).toBe('text/plain; charset=UTF-8');
  expect(Object.fromEntries(lines)).toEqual({
    Contact: 'mailto:support@veldstone.example',
    Expires: expect.any(String),
    'Preferred-Languages': locales.join(', '),
    Canonical: `${siteUrl}/.well-known/security.txt`,
    Policy: `${siteUrl}/legal/vulnerability-disclosure`,
  });
  // RFC 9116 asks for less than a year.
  const days = (Date.parse(lines.get('Expires') ?? '') - Date.now()) / 86_400_000;
  expect([days > 181, days <= 182]).toEqual([true, true]);
  for (const locale of ['', '/es', '/it']) {
    const path = `${locale}/legal/vulnerability-disclosure`;
    expect([
      (await get(path)).status,
      (await (await get(`${locale}/contact`)).text()).includes(`href="${path}"`),
    ]).toEqual([200, true]);
  }
  const manifest = (await (await get('/site.webmanifest?locale=es')).json()) as {
    lang: string;
    start_url: string;
    icons: { src: string }[];
  };
  expect(manifest).toMatchObject({ lang: 'es', start_url: '/es' });
  for (const path of [
    ...manifest.icons.map((icon) => icon.src),
    '/favicon.ico',
    '/favicon.svg',
    '/apple-touch-icon.png',
    '/healthz',
    '/readyz',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
});

test('metrics require the token, from any address', async () => {
  const collected = await get('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  expect([
    collected.status,
    collected.headers.get('cache-control'),
    (await collected.text()).includes('page_cache_entries'),
  ]).toEqual([200, 'no-store', true]);
  // Requests without a valid token, such as those of a proxy on the same machine, with or without the address of the visitor.
  const others = [
    {},
    { 'x-real-ip': '1.2.3.4' },
    { 'x-forwarded-for': '127.0.0.1' },
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${metricsToken}x` },
    { authorization: metricsToken },
    { authorization: `Basic ${metricsToken}` },
  ];
  for (const headers of others)
    expect([headers, (await get('/metrics', { headers: headers as Record<string, string> })).status]).toEqual([
      headers,
      404,
    ]);
});
