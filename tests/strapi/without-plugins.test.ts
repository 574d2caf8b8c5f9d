/**
 * Each plug-in of ours but the ledger can be taken out: without its folder and its line, the rest compiles, starts and answers.
 * @module-tag exhaustive
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { cmsRoot } from '../../tools/cms-package.ts';
import { freePort } from '../services/free-port.ts';
import { until } from '../until.ts';

const run = promisify(execFile);
/** A route of each, which is gone with it. */
const routes = {
  editing: '/gate/link-targets',
  approval: '/gate/waiting',
  releases: '/gate/releases',
  texts: '/gate/texts',
  archive: '/gate/archive/changes',
  'day-view': '/gate/day-link',
};
const names = Object.keys(routes) as (keyof typeof routes)[];
let folder = '';

afterEach(() => folder && rmSync(folder, { recursive: true, force: true }));

/** A copy of the package without a plug-in, with the packages of the original. */
function takeOut(name: string): string {
  const copy = mkdtempSync(join(tmpdir(), `brokerfront-without-${name}-`));
  const left = new Set(['node_modules', 'dist', 'build', 'data', '.strapi', '.cache'].map((one) => join(cmsRoot, one)));
  cpSync(cmsRoot, copy, { recursive: true, filter: (source) => !left.has(source) });
  symlinkSync(join(cmsRoot, 'node_modules'), join(copy, 'node_modules'));
  rmSync(join(copy, 'src/plugins', name), { recursive: true });
  const list = join(copy, 'config/plugins.ts');
  const lines = readFileSync(list, 'utf8').split('\n');
  const others = lines.filter((line) => !line.includes(`./src/plugins/${name}'`));
  expect(others).toHaveLength(lines.length - 1);
  writeFileSync(list, others.join('\n'));
  return copy;
}

async function compile(project: string): Promise<void> {
  const tsc = join(cmsRoot, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '-p', project], { cwd: folder }).catch((error: unknown) => {
    throw new Error(`tsc -p ${project}:\n${(error as { stdout?: string }).stdout}`, { cause: error });
  });
}

test('every plug-in but the ledger is tried', () => {
  const all = readdirSync(join(cmsRoot, 'src/plugins'), { withFileTypes: true });
  expect(all.filter((entry) => entry.isDirectory()).map(({ name }) => name)).toEqual([...names, 'ledger'].sort());
});

test.each(names)('without %s, the rest compiles, starts and answers', { timeout: 400_000 }, async (name) => {
  folder = takeOut(name);
  await Promise.all([compile('tsconfig.json'), compile('src/admin/tsconfig.json')]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['node_modules/@strapi/strapi/bin/strapi.js', 'start'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'production',
      CMS_DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      SERVE_ADMIN: 'false',
      SEED: 'off',
      LOG_LEVEL: 'warn',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const answer = (path: string) =>
    fetch(`${url}${path}`).then(
      ({ status }) => status,
      () => 0,
    );
  try {
    await until(async () => child.exitCode !== null || (await answer('/_health')) === 204, 'Strapi', 300_000);
    expect(child.exitCode, output).toBe(null);
    for (const [other, route] of Object.entries(routes))
      expect(await answer(route), `${route} without ${name}`).toBe(other === name ? 404 : 401);
    expect(await answer('/gate/ledger')).toBe(401);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
});
