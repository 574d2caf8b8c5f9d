/** Addresses in a static twin that are alike or hard to write: nginx itself answers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nginxInstalled } from '../../tests/services/nginx.ts';
import { until } from '../../tests/until.ts';
import { type Copies, exportSite, readCopies } from './export-site.ts';
import { writeNginxTwin } from './nginx-twin.ts';

/** Where the addresses lead. */
const leads: Record<string, string> = {
  '/Forex': '/forex',
  '/fx': '/a',
  '/FX': '/b',
  '/Fx': '/c',
  '/50%25-bonus': '/offers',
  '/a.b+c': '/plus',
  '/axb': '/x',
  '/%22$quoted%5B': '/quoted',
  '/caf%C3%A9': '/cafe',
};
const unservable = { '/50%-bonus': '/offers', [`/${'long'.repeat(525)}`]: '/long' };

describe.skipIf(!nginxInstalled)('redirects', () => {
  let folder: string;
  let site: Server;
  let origin: string;
  let copies: Copies;
  const problems: string[] = [];
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'brokerfront-twin-'));
    site = createServer((request, response) => {
      const to = { ...leads, ...unservable }[request.url ?? ''];
      if (request.url === '/api/content/addresses') {
        response.end(JSON.stringify([...Object.keys(leads), ...Object.keys(unservable), '/forex']));
        return;
      }
      response.writeHead(to ? 301 : request.url === '/' || request.url === '/forex' ? 200 : 404, {
        'content-type': 'text/html',
        ...(to ? { location: to } : {}),
      });
      response.end(`<p>${request.url}`);
    }).listen(0);
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    await exportSite({ origin, folder, secret: 'secret', onProblem: (message) => problems.push(message) });
    copies = await readCopies(folder);
    await writeNginxTwin({ folder, root: folder, origin }, copies);
  });
  afterAll(async () => {
    for (const child of running) child.kill();
    site.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('that cannot be decoded, or are too long, are skipped and named', () => {
    expect(problems).toEqual([
      '/50%-bonus cannot be decoded, and is not copied',
      expect.stringMatching(/^\/longlong.*… has 2101 characters, and is not copied$/),
    ]);
    expect(Object.keys(copies)).toEqual(expect.arrayContaining(Object.keys(leads)));
  });

  test('lead from exactly their address, whatever its case and letters', async () => {
    const port = 20_000 + (process.pid % 20_000);
    const conf = join(folder, 'nginx.conf');
    await writeFile(
      conf,
      `user root; daemon off; pid ${folder}/pid; events {} http { access_log off; include ${folder}/maps.conf; server { listen ${port}; location / { return 502; } include ${folder}/server.conf; } }`,
    );
    running.push(spawn('nginx', ['-e', 'stderr', '-c', conf]));
    const ask = (path: string) => fetch(`http://localhost:${port}${path}`, { redirect: 'manual' });
    await until(
      () =>
        ask('/forex').then(
          () => true,
          () => false,
        ),
      'nginx answers',
    );
    const found: Record<string, string> = {};
    for (const path of Object.keys(leads))
      found[path] = new URL((await ask(path)).headers.get('location') ?? '/nowhere', 'http://x').pathname;
    expect(found).toEqual(leads);
    expect((await ask('/forex')).status).toBe(200);
    for (const path of ['/FOREX', '/fX', '/CAF%C3%A9']) expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });

  test('stay as they were where nginx refuses the new ones', async () => {
    const before = await readFile(join(folder, 'maps.conf'), 'utf8');
    const redirect = Object.values(copies).find(({ to }) => to !== null);
    const broken = { ...copies, '/x': { ...redirect, to: `/${'y'.repeat(5000)}` } } as Copies;
    await expect(writeNginxTwin({ folder, root: folder, origin }, broken)).rejects.toThrow('nginx refuses');
    expect(await readFile(join(folder, 'maps.conf'), 'utf8')).toBe(before);
  });
});
