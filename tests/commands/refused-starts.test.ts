/** A command that cannot do its work says why in one sentence, before it installs or builds anything. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';
import { npmScript } from '../npm-script.ts';
import { sample, testSample } from '../sampled.ts';
import { freePort } from '../services/free-port.ts';

const around = mkdtempSync(join(tmpdir(), 'brokerfront-refused-'));
afterAll(() => rmSync(around, { recursive: true, force: true }));

/** A clone in which nothing is installed yet. */
let clone: string;
let serial = 0;
beforeEach(() => {
  serial += 1;
  clone = join(around, String(serial));
  mkdirSync(join(clone, 'tools'), { recursive: true });
  chmodSync(around, 0o755);
  for (const name of ['package.json', 'package-lock.json', 'tools/server-process.json'])
    cpSync(join(projectRoot, name), join(clone, name));
  for (const name of ['bootstrap', 'package-install', 'test-programs'])
    cpSync(join(projectRoot, `tools/${name}.mjs`), join(clone, `tools/${name}.mjs`));
});

async function firstStep(within: readonly string[], environment: Record<string, string>) {
  const [program, ...parameters] = [...within, process.execPath, 'tools/bootstrap.mjs', 'serve'];
  const child = spawn(program, parameters, {
    cwd: clone,
    env: { PATH: process.env['PATH'], HOME: around, npm_config_cache: join(clone, 'npm-cache'), ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

let connections = 0;
const silent = createServer(() => {
  connections += 1;
});
afterAll(() => silent.close());

const registries = [
  ['refuses connections', 'ECONNREFUSED', async () => `http://127.0.0.1:${await freePort()}/`],
  ['has a name that is not known', '(?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT)', async () => 'http://registry.invalid/'],
  [
    'never answers',
    '(?:ERR_SOCKET_TIMEOUT|ETIMEDOUT|FETCH_ERROR)',
    async () => {
      await once(silent.listen(0, '127.0.0.1'), 'listening');
      return `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    },
  ],
] as const;
testSample(
  sample(registries, (_, index) => index === 0),
  'a registry that %s is one sentence, within half a minute',
  async ([, code, address]) => {
    const registry = await address();
    const said = await firstStep([], { npm_config_registry: registry });
    expect(said.output).toMatch(
      new RegExp(
        `The package registry ${registry} cannot be reached \\(${code}\\): connect this machine to the network`,
      ),
    );
    expect(said.output).not.toMatch(/npm error|\n\s+at /);
    expect(said.output.trim().split('\n').filter(Boolean)).toHaveLength(2);
    expect(said.code).toBeGreaterThan(0);
    // Eight seconds (tools/package-install.mjs) are waited for once.
    expect(connections).toBeLessThanOrEqual(1);
  },
);

/** Root may write everywhere but in a read-only file system. */
const asSomebody =
  process.getuid?.() === 0 ? ['/usr/bin/setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
const canBecomeSomebody = process.getuid?.() !== 0 || existsSync('/usr/bin/setpriv');

test.skipIf(!canBecomeSomebody)('a folder that cannot be written is one sentence', async () => {
  chmodSync(clone, 0o555);
  const said = await firstStep(asSomebody, {});
  chmodSync(clone, 0o755);
  expect(said).toEqual({
    code: 78,
    output: `\n  ${clone} cannot be written (EACCES): run this as the folder's owner, or in a copy of it that can be written.\n\n`,
  });
});

const ports = [
  ['start', 'PORT'],
  ['run embed-demo', 'EMBED_DEMO_PORT'],
  ['run cms', 'CMS_PORT'],
] as const;
testSample(
  sample(ports, (_, index) => index === 0),
  'a port in use ends npm %s before anything else: %s',
  async ([command, variable]) => {
    const other = createServer();
    await once(other.listen(0, '0.0.0.0'), 'listening');
    try {
      const taken = String((other.address() as AddressInfo).port);
      const script = npmScript(command.split(' '), {
        PORT: String(await freePort()),
        DATA_DIR: join(clone, 'data'),
        [variable]: taken,
      });
      expect((await script.ended).code).toBe(75);
      expect(script.output()).toContain(`Port ${taken} is in use`);
      expect(script.output()).toContain(`choose another port with ${variable}.`);
      expect(script.output()).not.toMatch(/build is up to date|building|starting|reading the content|\n\s+at /);
    } finally {
      other.close();
    }
  },
);

test.each([
  ['tests/requests/no-such.test.ts', 'No test file has “tests/requests/no-such.test.ts” in its path'],
  ['tests/requests/http.test.ts tests/nowhere', 'No test file has “tests/nowhere” in its path'],
  ['tests/deploy/by-hand.test.ts', 'All these tests are left to npm run test:exhaustive -- tests/deploy/by-hand'],
])('npm test -- %s is one sentence', async (names, sentence) => {
  const script = npmScript(['test', '--', ...names.split(' ')], { TEST_SCOPE: '' });
  expect((await script.ended).code).toBe(1);
  expect(script.output()).toContain(sentence);
  expect(script.output()).not.toMatch(/include:|RUN|\n\s+at /);
});
