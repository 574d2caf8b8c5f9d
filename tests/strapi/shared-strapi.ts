/** One Strapi for the files of a worker: each of them begins with the seeded content. A start takes seconds of a core. */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, backup } from 'node:sqlite';
import { test } from 'vitest';
import { freePort } from '../services/free-port.ts';
import { StrapiEditor } from './strapi-editor.ts';
import { type RunningStrapi, startStrapi } from './strapi-process.ts';

export interface SharedStrapi extends RunningStrapi {
  /** The `PORT` of the site to which Strapi sends its webhooks. */
  sitePort: string;
  /** The administrator, who stays signed in: Strapi takes five sign-ins in five minutes. */
  admin: StrapiEditor;
  /** Replaces its content and its files by those of the seed. */
  seedAgain: () => Promise<void>;
}

/** SQLite reads and replaces a database that another process has open. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true });
  await backup(source, to);
  source.close();
}

async function keepSqlite(content: string): Promise<() => Promise<void>> {
  await copyDatabase(content, `${content}.seeded`);
  return () => copyDatabase(`${content}.seeded`, content);
}

async function copyFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true });
}

async function start(): Promise<SharedStrapi> {
  const sitePort = String(await freePort());
  const strapi = await startStrapi({ environment: { SITE_URL: `http://127.0.0.1:${sitePort}` } });
  const admin = await StrapiEditor.login(strapi.url);
  const files = join(strapi.dataDir, 'public');
  const seededFiles = `${files}.seeded`;
  const bringBack = await (strapi.postgres?.keep() ?? keepSqlite(join(strapi.dataDir, 'content.db')));
  await copyFolder(files, seededFiles);
  return Object.assign(strapi, {
    sitePort,
    admin,
    async seedAgain() {
      await bringBack();
      await copyFolder(seededFiles, files);
    },
  });
}

/** `withStrapi.beforeAll` gets the Strapi of its worker, which ends with the worker. */
export const withStrapi = test.extend<{ $worker: { strapi: SharedStrapi } }>({
  strapi: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads from it which other fixtures this one needs
    async ({}, use) => {
      const strapi = await start();
      await use(strapi);
      await strapi.stop();
    },
    { scope: 'worker' },
  ],
});
