/** A back-up that finds nothing, and a trial without the right that it needs, are errors with a sentence that says what to do. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';
import { postgresInstalled, startPostgres } from '../services/postgres.ts';

let around: string;
let dataDir: string;
beforeAll(async () => {
  around = await mkdtemp(join(tmpdir(), 'brokerfront-backup-'));
  dataDir = join(around, 'data');
  await mkdir(dataDir);
  const database = new DatabaseSync(join(dataDir, 'accounts.sqlite'));
  database.exec('create table registration (id text); create table enquiry (id text)');
  database.close();
});
afterAll(() => rm(around, { recursive: true, force: true }));

function backup(parameters: string[], environment: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      // As tools/bootstrap.mjs starts it.
      [
        '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
        join(projectRoot, 'tools/backup/backup.ts'),
        ...parameters,
        '--without-secrets',
      ],
      { cwd: projectRoot, env: { PATH: process.env['PATH'], ...environment } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, output: out + err }),
    );
  });
}

test.each([
  ['a data folder that no site has used', () => ({ DATA_DIR: join(around, 'elsewhere') }), 'elsewhere/accounts.sqlite'],
  [
    'a folder of Strapi without its database',
    () => ({ DATA_DIR: dataDir, CMS_DATA_DIR: join(around, 'cms') }),
    'cms/content.db',
  ],
])('%s is an error, and leaves nothing', async (_case, environment, named) => {
  const said = await backup([join(around, 'refused/one')], environment());
  expect(said.code).toBe(1);
  expect(said.output).toContain(named);
  expect(said.output).toMatch(/^There is nothing to back up in .*\. Run this with the environment of /);
  expect(await readdir(join(around, 'refused'))).toEqual([]);
});

test.skipIf(!postgresInstalled)(
  'with PostgreSQL: a database without tables, and a role that may not create one',
  async () => {
    const postgres = await startPostgres();
    try {
      const owner = new Client(postgres.url);
      await owner.connect();
      await owner.query("create role site login password 'secret'");
      await owner.query('create database site owner site');
      await owner.end();
      const url = new URL(postgres.url);
      Object.assign(url, { username: 'site', password: 'secret', pathname: '/site' });
      const environment = { DATA_DIR: dataDir, DATABASE_URL: url.href };
      const folder = join(around, 'backups/postgres');
      const empty = await backup([folder], environment);
      expect(empty.code).toBe(1);
      expect(empty.output).toContain('There is nothing to back up in postgres://site@');

      const site = new Client(url.href);
      await site.connect();
      await site.query('create table registration (id text)');
      expect(await backup([folder], environment)).toMatchObject({ code: 0 });
      const refused = await backup(['verify', folder], environment);
      expect(refused).toEqual({
        code: 1,
        output: expect.stringContaining('an administrator of PostgreSQL run ALTER ROLE "site" CREATEDB.') as string,
      });
      await site.end();
      const again = new Client(postgres.url);
      await again.connect();
      await again.query('alter role site createdb');
      await again.end();
      expect(await backup(['verify', folder], environment)).toMatchObject({ code: 0 });
    } finally {
      await postgres.stop();
    }
  },
);
