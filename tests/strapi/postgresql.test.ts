/** The same on PostgreSQL: Strapi seeds it, the site shows it, and publishing reaches the pages. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesFeed } from '../../content/feed/files/files-feed.ts';
import { openMirror } from '../../content/mirror/mirror.ts';
import { projectRoot } from '../../scripts/project-root.ts';
import type { RunningSite } from '../../server/site.ts';
import { locales } from '../../site/i18n/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { freePort } from '../start-built-site.ts';
import { readySiteFromStrapi, until } from './site-from-strapi.ts';
import { StrapiEditor } from './strapi-editor.ts';
import { type RunningStrapi, startStrapi } from './strapi-process.ts';

/** A server of its own in a temporary folder. PostgreSQL refuses to run as root: then it runs as the user that its package made. */
async function startPostgresql(port: number): Promise<{ stop: () => Promise<void> }> {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').filter((name) => /^\d+$/.test(name)).sort((a, b) => Number(b) - Number(a)) : [];
  if (!versions[0]) throw new Error('This test needs PostgreSQL 15 or newer (Debian: apt-get install postgresql).');
  const bin = join('/usr/lib/postgresql', versions[0], 'bin');
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
  const user = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : null;
  const folder = mkdtempSync(join(tmpdir(), 'brokerfront-cms-postgresql-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder };
  execFileSync(join(bin, 'initdb'), ['-D', join(folder, 'data'), '-U', 'strapi', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], { ...options, stdio: 'pipe' });
  const child: ChildProcess = spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('database system is ready to accept connections')) resolve();
    });
    void ended.then(() => reject(new Error(`PostgreSQL ended:\n${output}`)));
  });
  return {
    async stop() {
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let folder: string;
let database: { stop: () => Promise<void> };
let strapi: RunningStrapi;
let site: RunningSite;
let editor: StrapiEditor;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-on-postgresql-'));
  const [databasePort, sitePort] = [await freePort(), await freePort()];
  database = await startPostgresql(databasePort);
  strapi = await startStrapi({
    dataDir: join(folder, 'cms'),
    environment: { DATABASE_CLIENT: 'postgres', DATABASE_PORT: String(databasePort), DATABASE_NAME: 'postgres', DATABASE_USERNAME: 'strapi', SITE_URL: `http://127.0.0.1:${sitePort}` },
  });
  site = await readySiteFromStrapi(strapi.url, join(folder, 'site'), { poll: 3_600_000 }, { PORT: String(sitePort) });
  editor = await StrapiEditor.login(strapi.url);
}, 400_000);
afterAll(async () => {
  await site.stop();
  await strapi.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

test('every document is the one of the files', async () => {
  const files = openMirror(':memory:', () => undefined);
  files.apply(await filesFeed(join(projectRoot, 'demo')).snapshot());
  const different = files.addresses().filter(({ type, id, locale }) => {
    // The address in the content service's words is the only thing that may differ.
    const text = (mirror: typeof files) => JSON.stringify(mirror.reader().get(type, id, locale), (key, value: unknown) => (key === 'url' && /^\/(?:media|uploads)\//.test(String(value)) ? '' : value));
    return text(files) !== text(site.mirror);
  });
  expect(different).toEqual([]);
  expect(site.mirror.size()).toBe(files.size());
  files.close();
});

test('an edit and an unpublishing reach the page in every language', async () => {
  for (const locale of locales) {
    const path = localePath('/crypto', locale);
    const html = async () => (await fetch(`${site.url}${path}`, { headers: { 'user-agent': 'bot' } })).text();
    const before = await html();
    const draft = await editor.draft('page', 'crypto', locale);
    await editor.publish('page', draft.documentId, { ...draft, title: 'On PostgreSQL' }, locale);
    await until(async () => (await html()).includes('On PostgreSQL'), 10_000, 'the edit');
    await editor.unpublish('page', draft.documentId, locale);
    await until(async () => !(await html()).includes('On PostgreSQL'), 10_000, 'the unpublishing');
    await editor.publish('page', draft.documentId, { ...draft, textUpdatedAt: draft['textUpdatedAt'] }, locale);
    await until(async () => (await html()).length === before.length, 10_000, 'what was before');
  }
});
