/** `deploy/nginx/` with the real nginx in front of two real sites: TLS, the cache, forms, private endpoints, and sites that end. */
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, createServer, request as plainRequest } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nginxInstalled, startNginx, testConfiguration, writeConfiguration } from '../services/nginx.ts';
import { newSiteData, type BuiltSite, metricsToken, startBuiltSite } from '../sites/start-built-site.ts';
import { freePort } from '../services/free-port.ts';
import { until } from '../until.ts';

type AskOptions = Omit<RequestOptions, 'headers'> & { headers?: Record<string, string> };
const webhookSecret = 'a-secret-of-the-tests';

// The last tests end the sites one after the other.
describe.skipIf(!nginxInstalled)('nginx in front of two sites', { shuffle: false }, () => {
  let folder: string;
  let ca: Buffer;
  let ports: { http: number; https: number; internal: number };
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  const dataDirs: string[] = [];
  const sites: BuiltSite[] = [];

  interface Answer {
    status: number;
    headers: IncomingHttpHeaders;
    body: string;
  }
  function ask(path: string, options: AskOptions = {}, body?: string, name = 'broker.example'): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: ports.https,
          path,
          ca,
          servername: name,
          agent: false,
          ...options,
          headers: { host: name, ...options.headers },
        },
        (answer) => {
          text(answer).then(
            (body_) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: body_ }),
            reject,
          );
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });
  }
  function plain(port: number, path: string, options: RequestOptions = {}, body?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = plainRequest({ host: '127.0.0.1', port, path, agent: false, ...options }, (answer) => {
        text(answer).then(
          (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
          reject,
        );
      });
      sent.once('error', reject);
      sent.end(body);
    });
  }
  const enquiry = (person: number) =>
    ask(
      '/contact',
      {
        method: 'POST',
        headers: {
          origin: 'https://broker.example',
          'content-type': 'application/x-www-form-urlencoded',
          'x-request-id': 'what-a-visitor-says',
        },
      },
      new URLSearchParams({
        intent: 'send',
        elapsed: '9000',
        topic: 'account',
        name: 'Anna Rossi',
        email: `anna${person}@example.com`,
        message: 'A few lines about an account',
      }).toString(),
    );
  const webhook = {
    method: 'POST',
    headers: { 'x-webhook-secret': webhookSecret, 'content-type': 'application/json' },
  };
  const published = JSON.stringify({ event: 'entry.publish', model: 'page', entry: { key: 'forex', locale: 'en' } });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'brokerfront-nginx-'));
    dataDirs.push(await newSiteData('nginx-1'), await newSiteData('nginx-2'));
    const settings = (dataDir: string) => ({
      DATA_DIR: dataDir,
      SITE_URL: 'https://broker.example',
      CLIENT_IP_HEADER: 'x-real-ip',
      STRAPI_WEBHOOK_SECRET: webhookSecret,
      // Longer than `keepalive_timeout` of upstreams.conf.
      DRAIN_SECONDS: '3',
    });
    for (const dataDir of dataDirs) sites.push(await startBuiltSite(settings(dataDir)));
    ports = { http: await freePort(), https: await freePort(), internal: await freePort() };
    const [one, two] = sites.map(({ url }) => new URL(url).host.replace('localhost', '127.0.0.1'));
    ({ ca } = writeConfiguration(folder, ports, {
      'site-1:3000': one ?? '',
      'site-2:3000': two ?? '',
      'cms:1337': one ?? '',
    }));
    nginx = await startNginx(folder);
  });
  afterAll(async () => {
    await nginx.stop();
    for (const site of sites) site.process.kill('SIGKILL');
    for (const made of [folder, ...dataDirs]) await rm(made, { recursive: true, force: true });
  });

  test('redirects http to https, gives a foreign name no certificate, and encrypts everything else', async () => {
    expect(testConfiguration(folder)).toContain('test is successful');
    const moved = await plain(ports.http, '/es/forex?a=1', { headers: { host: 'broker.example' } });
    expect([moved.status, moved.headers.location]).toEqual([301, 'https://broker.example/es/forex?a=1']);
    await expect(ask('/', {}, undefined, 'other.example')).rejects.toThrow(/unrecognized name|handshake/i);
    const page = await ask('/es/forex');
    expect(page.status).toBe(200);
    expect(page.headers['strict-transport-security']).toContain('max-age=');
    expect(page.body).toContain('<html lang="es"');
  });

  test('caches a page as the site allows, compressed or not, but not `/`, which depends on the language', async () => {
    const brotli = { headers: { 'accept-encoding': 'br' } };
    await ask('/about', brotli);
    const again = await ask('/about', brotli);
    expect([again.headers['x-cache'], again.headers['content-encoding']]).toEqual(['HIT', 'br']);
    const uncompressed = await ask('/about');
    expect(uncompressed.headers['content-encoding']).toBeUndefined();
    expect(uncompressed.body).toContain('</html>');
    for (const language of ['es', 'it']) {
      const home = await ask('/', { headers: { 'accept-language': language } });
      expect([home.status, home.headers.location]).toEqual([302, `/${language}`]);
    }
    expect((await ask('/no-such-page')).status).toBe(404);
  });

  test('passes a form to a site with the real address of the visitor, in spite of forged headers', async () => {
    const sent = await enquiry(1);
    expect(sent.status).toBe(303);
    // nginx's own id, which its log may have too.
    const id = String(sent.headers['x-request-id']);
    expect(id).toMatch(/^[\da-f]{32}$/);
    await until(() => sites.some((site) => site.output().includes(`"requestId":"${id}"`)), 'the line of the log');
    expect((await enquiry(2)).headers['x-cache']).not.toBe('HIT');
  });

  test('hides metrics, health and the webhook, which Strapi reaches at the internal address', async () => {
    expect((await ask('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })).status).toBe(404);
    for (const path of ['/healthz', '/readyz', '/api/content/page', '/api/content/purges'])
      expect((await ask(path)).status, path).toBe(404);
    expect((await ask('/api/content/webhook', webhook, published)).status).toBe(404);
    expect((await plain(ports.internal, '/api/content/webhook', webhook, published)).status).toBe(202);
    expect((await plain(ports.internal, '/about')).status).toBe(404);
  });

  test('loses no page and no form when a site ends', async () => {
    const [one, two] = sites;
    const failed: string[] = [];
    let sent = 0;
    /** Null until the site gets its stop signal. */
    let formsInDrain: number | null = null;
    const isThere = () => one?.process.exitCode === null;
    const ended = new AbortController();
    const visitor = async (form: boolean) => {
      while (!ended.signal.aborted) {
        // nginx does not ask `/readyz`. In the moment in which the listener closes, the system resets a connection that nginx has just made, and a
        // form on it is lost (docs/running.md#shutdown): none is sent in it.
        if (form && formsInDrain !== null && (formsInDrain += 1) > 5)
          await until(() => !isThere(), 'the end of the site');
        sent += 1;
        // A unique query, so that no cached copy answers.
        const { status } = form ? await enquiry(sent + 10) : await ask(`/search?q=${sent}`);
        // Rate limits count this visitor's requests; a refusal is an answer of a site.
        if (status >= 500) failed.push(`${form ? 'form' : 'page'}: ${status}`);
      }
    };
    const visitors = [visitor(false), visitor(false), visitor(true)];
    await until(() => sent > 30, 'requests');
    formsInDrain = 0;
    await one?.stop();
    expect(formsInDrain).toBeGreaterThan(5);
    const sentBefore = sent;
    await until(() => sent > sentBefore + 30, 'requests while one site is away');
    ended.abort();
    await Promise.all(visitors);
    expect(failed, nginx.errors()).toEqual([]);
    expect(two?.process.exitCode).toBeNull();
  });

  test('serves pages from the cache while every site is unreachable, and answers a form with an error page', async () => {
    const cachedPage = await ask('/es/about');
    expect(cachedPage.status).toBe(200);
    sites[1]?.process.kill('SIGKILL');
    await until(() => sites[1]?.process.signalCode === 'SIGKILL', 'the end of the site');
    // The copy becomes stale when it is older than its s-maxage.
    await until(async () => (await ask('/es/about')).headers['x-cache'] === 'STALE', 'a stale copy');
    expect((await ask('/es/about')).body).toBe(cachedPage.body);
    expect((await enquiry(9)).status).toBe(502);
  });

  test('uses a returning site at once, although it has just marked every site as failed', async () => {
    expect((await enquiry(10)).status).toBe(502);
    const back = createServer((incoming, response) => {
      incoming.resume().on('end', () => response.writeHead(303, { location: '/contact?sent=1' }).end());
    });
    await new Promise<void>((resolve) => back.listen(Number(new URL(sites[0]?.url ?? '').port), '127.0.0.1', resolve));
    try {
      expect((await enquiry(11)).status).toBe(303);
    } finally {
      back.close();
    }
  });

  test('shows an old page no longer than the site allows, even to the first visitor after a long time', async () => {
    let version = 0;
    const back = createServer((incoming, response) => {
      if (incoming.url === '/kept') version += 1;
      response.writeHead(200, { 'cache-control': 'public, s-maxage=1, stale-while-revalidate=1' });
      response.end(`version ${version}`);
    });
    await new Promise<void>((resolve) => back.listen(Number(new URL(sites[0]?.url ?? '').port), '127.0.0.1', resolve));
    try {
      expect((await ask('/kept')).body).toBe('version 1');
      // nginx counts whole seconds of its own clock, which its answers show.
      const second = async () => Date.parse(String((await ask('/', { method: 'HEAD' })).headers.date)) / 1000;
      const begun = await second();
      await until(async () => (await second()) > begun + 3, 'the end of what the site allows');
      expect((await ask('/kept')).body).toBe('version 2');
    } finally {
      back.close();
    }
  });
});
