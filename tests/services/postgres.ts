/** A real PostgreSQL for tests: its own server in a temporary folder, on a port that the system chooses, listening on 127.0.0.1 only. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { projectRoot } from '../../tools/project-root.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

export interface TestPostgres {
  /** Connection URL of the database `postgres`. */
  url: string;
  /** Stops the server but keeps its data: a lost database. */
  halt: () => Promise<void>;
  resume: () => Promise<void>;
  stop: () => Promise<void>;
  /** Runs one statement and ignores its result. */
  query: (sql: string) => Promise<void>;
  /** Keeps what the database has now. @returns a function that brings it back, while programs stay connected. */
  keep: () => Promise<() => Promise<void>>;
}

/** Finds the folder of the server's programs on Debian; null when PostgreSQL is not installed. */
export function postgresPrograms(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .filter((name) => /^\d+$/.test(name))
        .sort((a, b) => Number(b) - Number(a))
    : [];
  return versions[0] ? join(debian, versions[0], 'bin') : null;
}

export const postgresInstalled = postgresPrograms() !== null;

const id = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres']).toString());

/** PostgreSQL refuses to run as root, so as root the tests run it as the user that its package created. */
function asServer(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  return { uid: id('-u'), gid: id('-g') };
}

/** The programs change into their start folder, so this user must be able to enter it. */
export function asServerIn(folder: string): { uid?: number; gid?: number; cwd: string } {
  const user = asServer();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  return { ...user, cwd: folder };
}

/** Data folder of a new server, made once on this machine, because `initdb` takes longer than all the database work of many a test. */
function emptyData(bin: string): string {
  const template = join(projectRoot, '.cache', `postgres-${bin.split('/').at(-2)}`);
  if (existsSync(template)) return template;
  const folder = mkdtempSync(join(tmpdir(), 'brokerfront-initdb-'));
  const data = join(folder, 'data');
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...asServerIn(folder), stdio: 'pipe' },
  );
  mkdirSync(join(projectRoot, '.cache'), { recursive: true });
  const draft = `${template}-${process.pid}`;
  // The files belong to the server's user; `cp -a` preserves that.
  execFileSync('cp', ['-a', data, draft]);
  rmSync(folder, { recursive: true, force: true });
  // Another worker may have finished first.
  if (existsSync(template)) rmSync(draft, { recursive: true, force: true });
  else renameSync(draft, template);
  return template;
}

/** Creates the data folder of a server. @param data must not exist. */
export function copyOfEmptyData(data: string): void {
  execFileSync('cp', ['-a', emptyData(postgresPrograms() ?? ''), data]);
}

/** Starts a server. @throws when PostgreSQL is not installed or the server ends during its start. */
export async function startPostgres(): Promise<TestPostgres> {
  const bin = postgresPrograms();
  if (!bin)
    throw new Error(
      'The tests of the accounts database need PostgreSQL 15 or newer (Debian: apt-get install postgresql).',
    );
  const folder = mkdtempSync(join(tmpdir(), 'brokerfront-postgres-'));
  const user = asServerIn(folder);
  const data = join(folder, 'data');
  copyOfEmptyData(data);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  async function resume(): Promise<void> {
    const child = spawn(
      join(bin as string, 'postgres'),
      ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
      { ...user, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    server = child;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('database system is ready to accept connections')) resolve();
      });
      child.once('exit', () => reject(new Error(`PostgreSQL ended:\n${output}`)));
    });
    await query('SELECT 1');
  }

  async function query(sql: string): Promise<void> {
    const client = new Client(url);
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  async function halt(): Promise<void> {
    const child = server;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGQUIT');
    await ended;
  }

  async function keep(): Promise<() => Promise<void>> {
    const file = join(folder, 'kept.sql');
    await run(join(bin as string, 'pg_dump'), ['-d', url, '-f', file, '--schema=public']);
    const bringBack = ['-d', url, '-q', '-1', '-v', 'ON_ERROR_STOP=1', '-c', 'DROP SCHEMA public CASCADE', '-f', file];
    return async () => void (await run(join(bin as string, 'psql'), bringBack));
  }

  await resume();
  return {
    url,
    halt,
    resume,
    query,
    keep,
    async stop() {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
