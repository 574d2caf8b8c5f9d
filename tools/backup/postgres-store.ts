/** A schema of a PostgreSQL database in a back-up: `pg_dump` and `pg_restore`. Counts and digests come from the snapshot that is dumped. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { StoredDatabase, Tables } from './stored-database.ts';

/** Debian keeps the programs of each version here; the newest can read every older server. */
const debianFolder = '/usr/lib/postgresql';

/** Finds a program of PostgreSQL. @throws with a message that names the package to install. */
function findProgram(name: 'pg_dump' | 'pg_restore'): string {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).filter((version) => /^\d+$/.test(version)) : [];
  const folders = [
    ...versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(debianFolder, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (!found)
    throw new Error(`${name} is missing. It must be as new as the server (Debian: apt-get install postgresql-client).`);
  return found;
}

/** Runs a program with the password in its environment, because every user of the machine can see parameters. */
async function run(name: 'pg_dump' | 'pg_restore', address: string, parameters: string[]): Promise<void> {
  const url = new URL(address);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const environment = { ...process.env, ...(password ? { PGPASSWORD: password } : {}) };
  await promisify(execFile)(findProgram(name), [...parameters, '--no-password', '--dbname', url.href], {
    env: environment,
  }).catch((error: unknown) => {
    const { stderr, message } = error as Error & { stderr: string };
    throw new Error(`${name} failed: ${stderr.trim() || message}`, { cause: error });
  });
}

async function withClient<Result>(address: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

async function listTables(client: Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind in ('r', 'p') order by 1`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

/** Sums 60 bits of each row's hash, which does not depend on the order of rows. @param from the first hexadecimal digit of the 60 bits. */
const digestPart = (from: number) => `coalesce(sum(('x' || substr(md5(t::text), ${from}, 15))::bit(60)::bigint), 0)`;

/** Counts and digests all tables in the caller's transaction. Fixes the settings on which the text of a row depends. */
async function readTables(client: Client, schema: string): Promise<Tables> {
  await client.query(
    "set local timezone = 'UTC'; set local datestyle = 'ISO'; set local extra_float_digits = 1; set local bytea_output = 'hex'",
  );
  const tables: Tables = {};
  for (const name of await listTables(client, schema)) {
    const { rows } = await client.query<{ rows: string; digest: string }>(
      `select count(*) as rows, ${digestPart(1)} || '-' || ${digestPart(16)} as digest from ${quote(schema)}.${quote(name)} t`,
    );
    tables[name] = { rows: Number(rows[0]?.rows), digest: String(rows[0]?.digest) };
  }
  return tables;
}

const insufficientPrivilege = '42501';

export function openPostgresStore(address: string, schema: string): StoredDatabase {
  const shown = new URL(address);
  shown.password = '';
  const inSnapshot = <Result>(work: (client: Client) => Promise<Result>) =>
    withClient(address, async (client) => {
      await client.query('begin isolation level repeatable read read only');
      return work(client);
    });
  return {
    kind: 'postgres',
    name: shown.href,
    hasData: () => withClient(address, async (client) => (await listTables(client, schema)).length > 0),
    dump: (file) =>
      inSnapshot(async (client) => {
        const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
        await run('pg_dump', address, [
          '--format=custom',
          `--schema=${quote(schema)}`,
          `--snapshot=${rows[0]?.id}`,
          '--no-owner',
          '--no-privileges',
          `--file=${file}`,
        ]);
        chmodSync(file, 0o600);
        return readTables(client, schema);
      }),
    async load(file) {
      await withClient(address, (client) => client.query(`create schema if not exists ${quote(schema)}`));
      await run('pg_restore', address, [
        `--schema=${schema}`,
        '--no-owner',
        '--no-privileges',
        '--single-transaction',
        '--exit-on-error',
        file,
      ]);
    },
    tables: () => inSnapshot((client) => readTables(client, schema)),
    setAside: (suffix) =>
      withClient(address, async (client) => {
        if ((await listTables(client, schema)).length === 0) return null;
        await client.query(
          `begin; alter schema ${quote(schema)} rename to ${quote(suffix)}; create schema ${quote(schema)}; commit`,
        );
        return `schema ${suffix}`;
      }),
    async scratch() {
      const name = `brokerfront_verify_${randomBytes(6).toString('hex')}`;
      const url = new URL(address);
      url.pathname = `/${name}`;
      await withClient(address, (client) => client.query(`create database ${name} template template0`)).catch(
        (error: unknown) => {
          if (!(error instanceof Error && 'code' in error && error.code === insufficientPrivilege)) throw error;
          throw new Error(
            `The trial needs a database of its own: let an administrator of PostgreSQL run ALTER ROLE ${quote(decodeURIComponent(shown.username))} CREATEDB.`,
            { cause: error },
          );
        },
      );
      return {
        database: openPostgresStore(url.href, schema),
        remove: () =>
          withClient(address, async (client) => void (await client.query(`drop database ${name} with (force)`))),
      };
    },
  };
}
