/**
 * `deploy/varnish/` with the real Varnish in front of a real site: which answers are cached, for whom and how long, and what happens without a site.
 * @module-tag exhaustive
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EditedSite, startEditedSite } from '../../tests/sites/edited-site.ts';
import { nginxInstalled, startNginx, writeConfiguration } from '../../tests/services/nginx.ts';
import { type Varnish, deployed, startVarnish, varnishInstalled, varnishPorts } from '../../tests/services/varnish.ts';
import { freePort } from '../../tests/services/free-port.ts';
import { until } from '../../tests/until.ts';
import { consentCookieValue } from '../../tests/visitor-browser.ts';

const secret = 'a-secret-of-the-tests';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

describe.skipIf(!varnishInstalled())('Varnish in front of a site', () => {
  let site: EditedSite;
  let varnish: Varnish;

  /** Requests an address with `node:http`, because `fetch` sets some headers itself and follows redirects. */
  function ask(
    path: string,
    headers: Record<string, string> = {},
    method = 'GET',
    base = varnish.url,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(`${base}${path}`, { method, headers, agent: false }, (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }), reject);
      });
      sent.once('error', reject);
      sent.end();
    });
  }
  const cached = async (path: string, headers?: Record<string, string>) =>
    (await ask(path, headers)).headers['x-cache'] === 'HIT';
  /** Requests an address twice, so that the second answer comes from Varnish. */
  async function keep(...paths: string[]): Promise<void> {
    for (const path of paths) await until(() => cached(path), `${path} in Varnish`);
  }
  interface Live {
    cdn: { waiting: number; receipt: { changedAt: string; purgedAt: string | null } | null };
  }
  async function live(query: string): Promise<Live> {
    const { body } = await ask(`/api/content/live?${query}`, { 'x-webhook-secret': secret }, 'GET', site.url);
    return JSON.parse(body) as Live;
  }
  /** Publishes, and waits for the receipt that an editor sees. */
  async function publish(id: string, locale: 'en' | 'es' | 'it', title: string): Promise<void> {
    const publishedAfter = new Date().toISOString();
    await site.edit(() => Object.assign(site.wire('page', id, locale), { title }));
    await until(async () => {
      const { receipt } = (await live(`type=page&key=${id}&locale=${locale}`)).cdn;
      return receipt !== null && receipt.changedAt >= publishedAfter && receipt.purgedAt !== null;
    }, 'the receipt');
  }

  let port: number;
  let purgePort: number;
  const startSite = async () =>
    startEditedSite({
      environment: {
        PORT: String(port),
        CDN: 'varnish',
        CDN_URL: `http://127.0.0.1:${purgePort}`,
        STRAPI_WEBHOOK_SECRET: secret,
      },
    });

  beforeAll(async () => {
    const ports = await varnishPorts();
    port = await freePort();
    purgePort = ports.purge;
    site = await startSite();
    varnish = await startVarnish(ports, [port]);
    await until(async () => (await live('')).cdn.waiting === 0, 'the purge at the start');
  });
  afterAll(async () => {
    await site.stop();
    await varnish.stop();
  });

  test('shows a publish to everybody once its receipt arrived, in every encoding of the page; other pages stay cached', async () => {
    const other = ['/about', '/es/about', '/it/forex'];
    const addresses = ['/es/forex', '/es/forex/_payload.json'];
    await keep(...other, ...addresses);
    const brotli = { 'accept-encoding': 'gzip, br' };
    await until(() => cached('/es/forex', brotli), 'the page in brotli');
    for (const title of ['Una primera vez', 'Una segunda vez']) {
      await publish('forex', 'es', title);
      for (const path of addresses) expect((await ask(path)).body, path).toContain(title);
      expect((await ask('/es/forex', brotli)).headers['x-cache']).toBe('MISS');
      for (const path of other) expect(await cached(path), path).toBe(true);
    }
    expect((await ask('/es/forex', brotli)).headers['content-encoding']).toBe('br');
  });

  test('updates lists of documents: the sitemap, and the endpoints of header and footer', async () => {
    await keep('/sitemap-es.xml', '/api/strapi/header', '/api/trading-hours/nyse.ics');
    const updatedAt = '2031-05-06T07:08:09.000Z';
    await site.edit(() => {
      Object.assign(site.wire('page', 'forex', 'es'), { updatedAt });
      Object.assign(site.wire('header', 'header', 'en'), { loginButtonText: 'Enter here' });
    });
    await until(async () => (await live('type=header&locale=en')).cdn.waiting === 0, 'the purge');
    expect((await ask('/sitemap-es.xml')).body).toContain('2031-05-06');
    expect((await ask('/api/strapi/header')).body).toContain('Enter here');
    // A page of the site shows the header; that of another language shows its own.
    expect((await ask('/about')).body).toContain('Enter here');
    expect(await cached('/api/trading-hours/nyse.ics')).toBe(true);
  });

  test('hides the keys from visitors, and lets other caches store a page for seconds', async () => {
    const { headers } = await ask('/about');
    expect(headers['xkey']).toBeUndefined();
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=5, stale-if-error=86400');
    const fromSite = await ask('/about', {}, 'GET', site.url);
    expect(fromSite.headers['cache-control']).toBe('public, max-age=0, s-maxage=86400, stale-if-error=86400');
    expect(fromSite.headers['xkey']).toMatch(/^[0-9a-f]{10}( [0-9a-f]{10})+$/);
    expect(fromSite.headers['x-accel-expires']).toBe('0');
  });

  test('serves the shared page from the cache to a visitor with cookies, and stores nothing of the visitor', async () => {
    await keep('/about');
    for (const cookie of ['consent=x', 'locale=it', 'device=abc; consent=y']) {
      const { headers } = await ask('/about', { cookie });
      expect([headers['x-cache'], headers['set-cookie']], cookie).toEqual(['HIT', undefined]);
    }
    // A referral sets a cookie for the visitor who brought it: a partner's always, an advertisement's with consent.
    const consent = `cc_cookie=${consentCookieValue({ categories: ['necessary', 'ads'] })}`;
    for (const [path, cookie, isSet] of [
      ['/about?ref=partner', '', true],
      ['/about?ref=partner', '', true],
      ['/about?gclid=abc', '', false],
      ['/about?gclid=abc', '', false],
      ['/about?gclid=abc', consent, true],
    ] as const) {
      const { headers } = await ask(path, cookie ? { cookie } : {});
      expect([path, headers['x-cache'], headers['set-cookie'] !== undefined]).toEqual([path, 'MISS', isSet]);
    }
  });

  test('never caches forms, personal pages, previews and errors, and caches searches for seconds', async () => {
    for (const path of ['/login', '/register', '/no-such-page', '/api/geo', '/_builds/latest.json']) {
      for (let round = 0; round < 3; round += 1) expect(await cached(path), path).toBe(false);
    }
    expect((await ask('/search?q=forex')).headers['cache-control']).toContain('s-maxage=5,');
    await keep('/about');
    for (let round = 0; round < 2; round += 1)
      expect((await ask('/about', { cookie: 'consent=x; preview=draft' })).headers['x-cache']).toBe('MISS');
    const posted = await ask('/contact', { origin: 'http://site.test', 'content-type': 'text/plain' }, 'POST');
    expect(posted.status).toBeGreaterThanOrEqual(400);
    expect(await cached('/about')).toBe(true);
  });

  test('redirects each visitor from the home page to their language, and serves English from the cache', async () => {
    const english = { 'accept-language': 'en-GB,en;q=0.9,es;q=0.8' };
    await until(() => cached('/', english), 'the English home page');
    for (const language of ['es', 'it', 'es-MX,en;q=0.5', 'en;q=0.1, it']) {
      const { status, headers } = await ask('/', { 'accept-language': language });
      expect([status, headers.location], language).toEqual([302, `/${/es|it/.exec(language)?.[0]}`]);
    }
    const { status, headers, body } = await ask('/', { ...english, cookie: 'locale=es' });
    expect([status, headers.location, body.includes('lang="en"')]).toEqual([302, '/es', false]);
    const home = await ask('/', { 'accept-language': 'es', cookie: 'locale=en' });
    expect([home.status, home.headers['x-cache']]).toEqual([200, 'HIT']);
    expect(home.headers['cache-control']).toContain('private');
    expect(home.body).toContain('<html lang="en"');
  });

  test('accepts purges only at the port for purges', async () => {
    await keep('/about');
    expect((await ask('/', { xkey: 'ffffffffff' }, 'PURGE')).status).not.toBe(200);
    const key = String((await ask('/about', {}, 'GET', site.url)).headers['xkey']).split(' ')[0] ?? '';
    await ask('/', { xkey: key }, 'PURGE');
    expect(await cached('/about')).toBe(true);
    expect((await ask('/about', {}, 'GET', varnish.purgeUrl)).status).toBe(404);
  });

  test.skipIf(!nginxInstalled)('works the same behind nginx, which ends TLS and caches nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'brokerfront-nginx-varnish-'));
    const ports = { http: await freePort(), https: await freePort(), internal: await freePort() };
    const host = new URL(varnish.url).host;
    const { ca } = writeConfiguration(folder, ports, { 'site-1:3000': host, 'site-2:3000': host, 'cms:1337': host });
    const nginx = await startNginx(folder);
    const visit = async (path: string): Promise<string> => {
      const options = { host: '127.0.0.1', port: ports.https, path, ca, servername: 'broker.example', agent: false };
      const sent = secureRequest({ ...options, headers: { host: 'broker.example' } });
      sent.end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      // Two caches report their result; the first of the two is Varnish.
      expect(String(answer.headers['x-cache'])).not.toContain('STALE');
      return text(answer);
    };
    try {
      for (const title of ['Dietro a due cache', 'Dietro a due cache, di nuovo']) {
        await visit('/it/forex');
        await publish('forex', 'it', title);
        expect(await visit('/it/forex')).toContain(title);
      }
    } finally {
      await nginx.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('never shows a text that is taken down, even when no site answers, and still serves all other pages', async () => {
    const read = ['/es/forex', '/about', '/it/about', '/sitemap.xml', '/about/_payload.json', '/en'];
    const [article] = site.wires('news-article', 'en');
    const path = `/news/${String(article?.['slug'])}`;
    await keep(path, ...read);
    // Changed without a request, so that Varnish only has the old page.
    await site.edit((content) => {
      content.documents = content.documents.filter(
        ({ type, wire }) => type !== 'news-article' || (wire as { id: string }).id !== article?.id,
      );
      Object.assign(site.wire('page', 'about', 'it'), { title: 'Mai visto da nessuno' });
    });
    await until(async () => (await live('')).cdn.waiting === 0, 'the purge');
    await site.stop();
    for (let round = 0; round < 3; round += 1)
      for (const one of read) expect([one, (await ask(one)).status]).toEqual([one, 200]);
    expect((await ask(path)).status).toBe(503);
    // A visitor from a campaign still gets the page; other parameters name another page, which no site can render now.
    for (const one of ['/es/forex?utm_source=partner&gclid=a.b', '/?ref=partner'])
      expect([one, (await ask(one)).status]).toEqual([one, 200]);
    expect((await ask('/about?page=2')).status).toBe(503);
    for (const language of ['en', 'es', 'it', 'de']) {
      const { status, headers } = await ask('/', { 'accept-language': language });
      expect([language, status, headers.location]).toEqual(
        /es|it/.test(language) ? [language, 302, `/${language}`] : [language, 200, undefined],
      );
    }
    expect((await ask('/contact', {}, 'POST')).status).toBe(503);
    site = await startSite();
    await until(async () => (await ask('/about?page=2')).status === 200, 'the site behind Varnish again');
    await until(async () => (await live('')).cdn.waiting === 0, 'the purge at the start');
  });
});

test.skipIf(!varnishInstalled())('Varnish accepts each list of sites', () => {
  const place = mkdtempSync(join(tmpdir(), 'bf-vcl-'));
  try {
    writeFileSync(join(place, 'default.vcl'), deployed('default.vcl'));
    for (const name of ['backends.vcl', 'compose.vcl', 'kubernetes.vcl']) {
      // Only a cluster knows the name of the service.
      writeFileSync(join(place, 'backends.vcl'), deployed(name).replace('"site"', '"127.0.0.1"'));
      const parameters = ['-j', 'none', '-C', '-f', join(place, 'default.vcl'), '-n', join(place, 'run')];
      const { status, stderr } = spawnSync('/usr/sbin/varnishd', parameters);
      expect([name, status], stderr.toString().slice(-500)).toEqual([name, 0]);
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
