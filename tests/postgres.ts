/** A real PostgreSQL for tests: a server of its own in a temporary folder, on a port that the system chooses, without the network. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './start-built-site.ts';

export interface TestPostgres {
  /** Address of the database `postgres`. */
  url: string;
  /** Stops the server but keeps its data: a lost database. */
  halt: () => Promise<void>;
  resume: () => Promise<void>;
  stop: () => Promise<void>;
  /** One statement, whose result is nobody's. */
  query: (sql: string) => Promise<void>;
}

/** Where Debian has the server's programs; null when there are none. */
export function postgresPrograms(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).filter((name) => /^\d+$/.test(name)).sort((a, b) => Number(b) - Number(a)) : [];
  return versions[0] ? join(debian, versions[0], 'bin') : null;
}

export const postgresInstalled = postgresPrograms() !== null;

const id = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres']).toString());

/** PostgreSQL refuses to run as root: then it runs as the user that its package made. */
function asServer(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  return { uid: id('-u'), gid: id('-g') };
}

/** @throws with what to install when there is no PostgreSQL. */
export async function startPostgres(): Promise<TestPostgres> {
  const bin = postgresPrograms();
  if (!bin) throw new Error('The tests of the accounts database need PostgreSQL 15 or newer (Debian: apt-get install postgresql).');
  const user = asServer();
  const folder = mkdtempSync(join(tmpdir(), 'brokerfront-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], { ...user, stdio: 'pipe', cwd: folder });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  async function resume(): Promise<void> {
    const child = spawn(join(bin as string, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'], { ...user, stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
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

  await resume();
  return {
    url,
    halt,
    resume,
    query,
    async stop() {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
