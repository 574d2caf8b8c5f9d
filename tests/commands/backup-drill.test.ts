/**
 * The drill of docs/back-up.md, with the commands themselves: register, apply, consent; back up while people go on registering; lose
 * everything; restore. Every count and checksum is equal, and who was signed in still is.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openAccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import { exportPerson } from '../../accounts/person-data.ts';
import { pdf } from '../accounts/cv-files.ts';
import { readManifest } from '../../tools/backup/manifest.ts';
import { archiveSpool, keptFolders, uncopiedEntries, secretFiles, spoolName } from '../../tools/backup/places.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { Visitor, addressHeader, password, registerFast } from '../sites/account-site.ts';
import { engines, startDatabase } from '../services/account-databases.ts';
import { newSiteData, startBuiltSite } from '../sites/start-built-site.ts';
import { describeSample, sample } from '../sampled.ts';
import { until } from '../until.ts';

const key = 'the passphrase of the drill';
const member = 'anna@example.com';

interface Ended {
  code: number;
  output: string;
}

/** Runs a command as `npm run NAME -- …` does after its first step. */
function command(name: string, parameters: string[], environment: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(projectRoot, 'tools/backup', `${name}.ts`), ...parameters],
      {
        cwd: projectRoot,
        env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: join(projectRoot, '.cache/node'), ...environment },
      },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, output: out + err }),
    );
  });
}

function application(): FormData {
  const form = new FormData();
  const fields = { intent: 'apply', elapsed: '9000', name: 'Anna Rossi', email: member, message: '' };
  for (const [name, value] of Object.entries({ ...fields, job: 'senior-typescript-engineer-remote' }))
    form.set(name, value);
  form.set('cv', new Blob([new Uint8Array(pdf)]), 'cv.pdf');
  return form;
}

/** Writes a database, an upload and the secrets to Strapi's places. */
async function strapiData(folder: string): Promise<void> {
  await mkdir(join(folder, 'public/uploads'), { recursive: true });
  await writeFile(join(folder, 'public/uploads/picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47]));
  await writeFile(join(folder, 'secrets.json'), JSON.stringify({ JWT_SECRET: 'of the drill' }));
  const database = new DatabaseSync(join(folder, 'content.db'));
  database.exec("create table pages (id integer primary key, title text); insert into pages values (1, 'Forex')");
  database.close();
}

async function emptyDatabase(url: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
}

const databases = sample(engines, (engine) => engine === 'sqlite');

describeSample(databases, 'the drill on %s', (engine) => {
  test('a restore brings everything back', { timeout: 300_000 }, async ({ annotate, onTestFinished }) => {
    const dataDir = await newSiteData('backup');
    const around = await mkdtemp(join(tmpdir(), 'brokerfront-drill-'));
    const database = await startDatabase(engine);
    const cms = join(around, 'cms');
    await strapiData(cms);
    const environment = {
      DATA_DIR: dataDir,
      CMS_DATA_DIR: cms,
      BACKUP_KEY: key,
      METRICS_TOKEN: 'a-secret-of-the-environment',
      ...database.environment,
    };
    const start = () =>
      startBuiltSite({
        ...environment,
        ARCHIVE: 'on',
        LOG_LEVEL: 'error',
        CLIENT_IP_HEADER: addressHeader,
      });
    let site = await start();
    onTestFinished(async () => {
      await site.stop();
      await database.stop();
      for (const folder of [dataDir, around]) await rm(folder, { recursive: true, force: true });
    });

    const anna = new Visitor(site.url);
    const registered = await registerFast(anna, member);
    expect([registered.status, registered.location]).toEqual([303, expect.stringContaining('#')]);
    const accountsDatabase = await openAccountsDatabase({ databaseUrl: database.url, dataDir });
    await accountsDatabase.db
      .updateTable('user')
      .set({ emailVerified: engine === 'sqlite' ? 1 : true })
      .execute();
    await accountsDatabase.close();
    expect((await anna.post('/login', { intent: 'sign-in', email: member, password })).location).toBe(
      '/login?in=1#form',
    );
    expect((await anna.get('/login')).text).toContain(member);
    expect((await anna.post('/careers', application())).status).toBe(303);
    const consent = new URLSearchParams({ choice: 'all', locale: 'en' });
    const chosen = await fetch(`${site.url}/api/consent/choice`, {
      method: 'POST',
      body: consent,
      redirect: 'manual',
      headers: anna.headers(),
    });
    expect(chosen.status).toBe(303);

    // People go on registering before, during and after the back-up.
    const acknowledged: string[] = [];
    const closing = new AbortController();
    const crowd = [1, 2].map(async (queue) => {
      for (let serial = 1; !closing.signal.aborted; serial += 1) {
        const email = `${queue}-${serial}@example.com`;
        const { status } = await registerFast(new Visitor(site.url), email);
        if (status === 303) acknowledged.push(email);
        // The back-up needs some of the processor too.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    await until(() => acknowledged.length > 2, 'the first registrations');
    const before = [...acknowledged];
    const folder = join(around, 'backup');
    const result = await command('backup', [folder], environment);
    expect(result).toMatchObject({ code: 0 });
    const during = acknowledged.length - before.length;
    await until(() => acknowledged.length > before.length + during, 'a registration after the back-up');
    closing.abort();
    await Promise.all(crowd);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const manifest = readManifest(folder);
    expect(manifest.accounts?.tables).toMatchObject({
      application: { rows: 1 },
      consent_decision: { rows: 1 },
      session: { rows: 1 },
    });
    expect((manifest.archive ?? manifest.accounts)?.tables).toHaveProperty('archive_entry');
    expect(manifest.cms?.tables['pages']?.rows).toBe(1);

    const known = new Set([...keptFolders, spoolName, archiveSpool, ...secretFiles]);
    expect((await readdir(dataDir)).filter((name) => !known.has(name) && !uncopiedEntries.test(name))).toEqual([]);
    const secrets = await readFile(join(dataDir, 'auth-secret'), 'utf8');
    for (const file of Object.keys(manifest.files)) {
      const bytes = await readFile(join(folder, file));
      for (const secret of [secrets, environment.METRICS_TOKEN, 'of the drill'])
        expect([file, bytes.includes(secret)]).toEqual([file, false]);
    }

    expect(await command('backup', ['verify', folder], environment)).toMatchObject({ code: 0 });
    expect(
      await command('backup', ['verify', folder], { ...environment, BACKUP_KEY: 'another long passphrase' }),
    ).toEqual({
      code: 1,
      output: expect.stringContaining('BACKUP_KEY is not the one of the back-up'),
    });
    const changed = join(around, 'changed');
    await cp(folder, changed, { recursive: true });
    const cv = Object.keys(manifest.files).find((file) => file.endsWith('.pdf')) ?? '';
    await writeFile(join(changed, cv), Buffer.alloc(pdf.length));
    expect(await command('backup', ['verify', changed], environment)).toEqual({
      code: 1,
      output: expect.stringContaining(`${cv} was changed.`),
    });
    expect(await command('backup', [folder], environment)).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not empty'),
    });

    expect(await command('restore', [folder, '--replace'], environment)).toEqual({
      code: 1,
      output: expect.stringContaining('A site runs on'),
    });
    await site.stop();
    expect(await command('restore', [folder], environment)).toEqual({
      code: 1,
      output: expect.stringContaining('With --replace it is moved aside'),
    });

    await rm(dataDir, { recursive: true });
    await rm(cms, { recursive: true });
    if (database.url) await emptyDatabase(database.url);
    const started = performance.now();
    // The command itself compares every table and file with the manifest, and fails if one differs.
    expect(await command('restore', [folder], environment)).toEqual({
      code: 0,
      output: expect.stringContaining('every count and checksum is equal'),
    });
    const restored = await openAccountsDatabase({ databaseUrl: database.url, dataDir });
    const emails = (await restored.db.selectFrom('registration').select('email').execute()).map(({ email }) => email);
    const { agreedTo: agreed } = await exportPerson(restored, member);
    const row = await restored.db.selectFrom('application').select('cv_key').executeTakeFirstOrThrow();
    await restored.close();
    expect([member, ...before].filter((email) => !emails.includes(email))).toEqual([]);
    expect(emails.length).toBe(manifest.accounts?.tables['registration']?.rows);
    expect((await readFile(join(dataDir, 'cv', row.cv_key))).equals(pdf)).toBe(true);
    expect(agreed).toEqual([
      expect.objectContaining({ id: 'terms-of-service', text: expect.objectContaining({ title: 'Terms of service' }) }),
      expect.objectContaining({ id: 'privacy-policy', text: expect.objectContaining({ title: 'Privacy policy' }) }),
      expect.objectContaining({ id: 'own-initiative', country: 'IT' }),
    ]);
    expect(await readFile(join(cms, 'secrets.json'), 'utf8')).toContain('of the drill');
    expect(await readFile(join(cms, 'public/uploads/picture.png'))).toHaveLength(4);
    expect((await command('restore', ['secrets', folder], environment)).output).toContain(
      `METRICS_TOKEN=${environment.METRICS_TOKEN}`,
    );

    await site.stop();
    site = await start();
    const backAfter = performance.now() - started;
    const again = new Visitor(site.url);
    for (const [name, value] of anna.cookies) again.cookies.set(name, value);
    expect((await again.get('/login')).text).toContain(member);
    const other = new Visitor(site.url);
    expect((await other.post('/login', { intent: 'sign-in', email: member, password })).location).toBe(
      '/login?in=1#form',
    );
    expect((await other.get('/login')).text).toContain(member);
    await site.stop();

    // A second restore moves the first one aside.
    expect(await command('restore', [folder, '--replace'], environment)).toMatchObject({ code: 0 });
    expect((await readdir(dataDir)).some((name) => name.startsWith('before_restore_'))).toBe(true);
    await annotate(
      `${engine}: ${during} registrations during the back-up; ${emails.length} restored; back after ${Math.round(backAfter)} ms`,
    );
  });
});
