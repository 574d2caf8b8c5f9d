/** The two databases that everything of accounts runs on: SQLite in the data folder, and a PostgreSQL of the test's own. */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './start-built-site.ts';

const folders = ['/usr/lib/postgresql/18/bin', '/usr/lib/postgresql/17/bin', '/usr/lib/postgresql/16/bin', '/usr/lib/postgresql/15/bin', '/usr/local/bin', '/usr/bin'];
const programs = process.env['POSTGRES_BIN'] ?? folders.find((folder) => existsSync(join(folder, 'initdb')));

/** PostgreSQL is tested where it is installed; without it SQLite alone is. */
export const engines = programs ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);
export type Engine = 'sqlite' | 'postgres';

export interface TestDatabase {
  /** For the environment of the site. */
  environment: Record<string, string>;
  url: string;
  stop: () => void;
}

/** PostgreSQL refuses to run as root. */
function asUser(command: string, parameters: string[]): void {
  const root = process.getuid?.() === 0;
  const result = spawnSync(root ? 'runuser' : command, root ? ['-u', 'nobody', '--', command, ...parameters] : parameters, { encoding: 'utf8', cwd: tmpdir() });
  if (result.status !== 0) throw new Error(`${command} failed: ${result.stderr}${result.stdout}`);
}

export async function startDatabase(engine: Engine): Promise<TestDatabase> {
  if (engine === 'sqlite' || !programs) return { environment: {}, url: '', stop: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'brokerfront-pg-'));
  if (process.getuid?.() === 0) chownSync(folder, 65534, 65534);
  const data = join(folder, 'data');
  const port = String(await freePort());
  asUser(join(programs, 'initdb'), ['-D', data, '-U', 'test', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C']);
  asUser(join(programs, 'pg_ctl'), ['-D', data, '-w', '-l', join(folder, 'log'), '-o', `-p ${port} -h 127.0.0.1 -k ${folder}`, 'start']);
  const url = `postgres://test@127.0.0.1:${port}/postgres`;
  return {
    environment: { DATABASE_URL: url },
    url,
    stop() {
      asUser(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
