/** Tests the real `npm audit` with a registry that lists one fault, lists none, or refuses to answer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditKnownFaults } from './known-faults.ts';

const fault = {
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'It opens the door',
  severity: 'high',
  vulnerable_versions: '<2.0.0',
  cwe: [],
  cvss: { score: 8, vectorString: null },
};
let folder: string;
let registry: Server;
let environment: NodeJS.ProcessEnv;
/** The answer of the registry; null: the registry has no list of faults. */
let listed: object | null = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'brokerfront-audit-'));
  const dependencies = { door: '1.0.0' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'house', version: '1.0.0', dependencies }));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({
      name: 'house',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: { '': { name: 'house', version: '1.0.0', dependencies }, 'node_modules/door': { version: '1.0.0' } },
    }),
  );
  registry = createServer((request, response) => {
    request.resume();
    if (listed === null) response.writeHead(405).end();
    else if (request.url?.endsWith('/advisories/bulk'))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(listed));
    else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const { port } = registry.address() as AddressInfo;
  environment = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: join(folder, 'cache'),
    npm_config_fetch_retries: '0',
  };
});
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

const audit = (until?: string) =>
  auditKnownFaults({
    folders: { 'package-lock.json': folder },
    exceptions: until
      ? [
          {
            advisory: 'GHSA-aaaa-bbbb-cccc',
            package: 'door',
            reason: 'no door is ever open',
            decided: '2026-11-01',
            until,
          },
        ]
      : [],
    today: '2026-11-23',
    environment,
  });

test('a known fault is a finding with its title and address', async () => {
  listed = { door: [fault] };
  const { subject, findings, notes } = await audit();
  expect([subject, notes]).toEqual(['1 packages, by npm audit', []]);
  expect(findings).toEqual([
    'package-lock.json: high: door <2.0.0: It opens the door (https://github.com/advisories/GHSA-aaaa-bbbb-cccc)',
  ]);
});

test('an accepted fault is a note with its reason until its date', async () => {
  listed = { door: [fault] };
  const { findings, notes } = await audit('2026-11-23');
  expect([findings, notes]).toEqual([[], [expect.stringContaining('no door is ever open')]]);
  expect((await audit('2026-11-22')).findings).toEqual([expect.stringContaining('accepted until 2026-11-22')]);
});

test('a registry without faults gives no finding, and a registry that fails gives only a note', async () => {
  listed = {};
  expect(await audit()).toMatchObject({ findings: [], notes: [], subject: '1 packages, by npm audit' });
  listed = null;
  const { subject, findings, notes } = await audit();
  expect([subject, findings]).toEqual(['nothing', []]);
  expect(notes).toEqual([
    'package-lock.json: the package registry lists no known faults here (405 Method Not Allowed); nothing was checked',
  ]);
});
