/**
 * The static twin (docs/operating.md): exported from a real site, and served by the real nginx of `deploy/nginx/` when no site process answers.
 * @module-tag exhaustive
 */
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Copies, exportSite, readCopies, writeObjectList } from '../../tools/export/export-site.ts';
import { writeNginxTwin } from '../../tools/export/nginx-twin.ts';
import { nginxInstalled, startNginx, testConfiguration, writeConfiguration } from '../services/nginx.ts';
import { freePort } from '../services/free-port.ts';
import { type BuiltSite, startBuiltSite } from '../sites/start-built-site.ts';

const secret = 'a-secret-of-the-tests';

describe.skipIf(!nginxInstalled)('the static twin', () => {
  let folder: string;
  let ca: Buffer;
  let https: number;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let site: BuiltSite;
  let port: string;
  let report: Awaited<ReturnType<typeof exportSite>>;
  let copies: Copies;
  const problems: string[] = [];

  const settings = () => ({
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    SITE_URL: 'https://broker.example',
    CLIENT_IP_HEADER: 'x-real-ip',
    STRAPI_WEBHOOK_SECRET: secret,
  });
  const exported = () =>
    exportSite({
      origin: `http://127.0.0.1:${port}`,
      folder: join(folder, 'twin'),
      secret,
      onProblem: (message) => problems.push(message),
    });

  function ask(path: string, { method = 'GET' } = {}, body?: string) {
    return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: https,
          path,
          ca,
          servername: 'broker.example',
          agent: false,
          method,
          headers: { host: 'broker.example', cookie: 'locale=en' },
        },
        (answer) => {
          text(answer).then(
            (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
            reject,
          );
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'brokerfront-twin-'));
    port = String(await freePort());
    site = await startBuiltSite(settings());
    report = await exported();
    copies = await readCopies(join(folder, 'twin'));
    await writeNginxTwin({ folder: join(folder, 'twin'), root: join(folder, 'twin'), origin: site.url }, copies);
    await writeObjectList(join(folder, 'twin'), copies);
    https = await freePort();
    const host = `127.0.0.1:${port}`;
    ({ ca } = writeConfiguration(
      folder,
      { http: await freePort(), https, internal: await freePort() },
      { 'site-1:3000': host, 'site-2:3000': host, 'cms:1337': host },
    ));
    nginx = await startNginx(folder);
  });
  afterAll(async () => {
    await nginx.stop();
    site.process.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  test('holds every page of the sitemaps, unlisted pages, redirects, and all files that pages refer to', async () => {
    expect(testConfiguration(folder)).toContain('test is successful');
    expect(problems).toEqual([]);
    for (const locale of ['en', 'es', 'it']) {
      const sitemap = await (await fetch(`${site.url}/sitemap-${locale}.xml`)).text();
      const paths = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => new URL(url).pathname);
      expect(paths.length).toBeGreaterThan(300);
      expect(paths.filter((path) => !copies[path]?.file)).toEqual([]);
    }
    expect(copies['/login']?.file).toBe('login/index.html');
    expect(copies['/news-center/news?page=2']?.file).toBe('news-center/news/index@page=2.html');
    expect(report.redirects).toBeGreaterThan(5);
    const scripts = Object.keys(copies).filter((address) => /^\/assets\/.*\.js$/.test(address));
    expect(scripts.length).toBeGreaterThan(25);
    const objects = (await readFile(join(folder, 'twin/objects.jsonl'), 'utf8')).trim().split('\n');
    expect(objects).toHaveLength(Object.keys(copies).length);
  });

  test('is unchanged by a second export, which requests everything again', async () => {
    const file = join(folder, 'twin/files/es/forex/index.html');
    const { mtimeMs } = await stat(file);
    const again = await exported();
    expect(again).toMatchObject({ removed: 0, pages: report.pages, redirects: report.redirects });
    expect(again.written).toBeLessThan(report.written / 50);
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
  });

  test('serves the same bytes, headers and redirects while every site process is down, tells when forms work again, and gives way to the site', async () => {
    const paths = [
      '/',
      '/es/forex',
      '/it/faqs',
      '/news-center/news?page=2',
      '/login',
      '/robots.txt',
      '/sitemap-es.xml',
    ];
    const script = Object.keys(copies).find((address) => address.endsWith('.js')) ?? '';
    const picture = Object.keys(copies).find((address) => address.startsWith('/media/')) ?? '';
    const payload = '/es/forex/_payload.json';
    const addresses = [...paths, script, picture, payload];
    const live = await Promise.all(addresses.map((path) => ask(path)));
    const redirect = Object.entries(copies).find(([, { to }]) => to?.startsWith('/'));
    expect(live.map(({ status }) => status)).toEqual(addresses.map(() => 200));

    site.process.kill('SIGKILL');
    // Empties nginx's own cache, so that the twin answers.
    for (const name of await readdir(join(folder, 'cache'))) await rm(join(folder, 'cache', name), { recursive: true });
    for (const [index, path] of addresses.entries()) {
      const twin = await ask(path);
      const before = live[index];
      expect([path, twin.status, twin.headers['x-static-twin']]).toEqual([path, 200, 'yes']);
      expect(twin.body === before?.body, path).toBe(true);
      for (const name of [
        'content-type',
        'content-security-policy',
        'x-content-type-options',
        'strict-transport-security',
      ])
        expect([path, name, twin.headers[name]]).toEqual([path, name, before?.headers[name]]);
    }
    const [from = '', to] = redirect ?? [];
    const moved = await ask(from);
    expect(moved.status).toBe(301);
    expect(new URL(String(moved.headers['location']), 'https://broker.example').pathname).toBe(to?.to);

    for (const [path, words] of [
      ['/contact', 'This could not be sent'],
      ['/es/contact', 'No se ha podido enviar'],
      ['/it/register', 'Invio non riuscito'],
    ] as const) {
      const refused = await ask(path, { method: 'POST' }, 'name=Anna');
      expect([refused.status, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([
        503,
        '120',
        'no-store',
      ]);
      expect(refused.body).toContain(words);
    }
    const missing = await ask('/es/no-such-page');
    expect(missing.status).toBe(404);
    expect(missing.body).toContain('<html lang="es"');
    for (const hidden of ['/copies.json', '/../copies.json', '/_twin/forms', '/news-center/news?page=../../../copies'])
      expect((await ask(hidden)).body).not.toContain('"names"');

    site = await startBuiltSite(settings());
    await expect
      .poll(async () => (await ask('/es/forex?back')).headers['x-static-twin'], { timeout: 10_000 })
      .toBeUndefined();
  });
});
