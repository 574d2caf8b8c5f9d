/** One Strapi for the files of a worker: each of them begins with the seeded content. A start takes seconds of a core. */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, backup } from 'node:sqlite';
import { freePort } from '../start-built-site.ts';
import { type RunningStrapi, preparedStrapi, startStrapi } from './strapi-process.ts';

export interface SharedStrapi extends RunningStrapi {
  /** Where Strapi announces changes: the `PORT` of a site that is to hear of them. */
  sitePort: string;
}

let started: Promise<SharedStrapi> | undefined;

async function start(): Promise<SharedStrapi> {
  const sitePort = String(await freePort());
  const strapi = await startStrapi({
    database: 'sqlite',
    environment: { SITE_URL: `http://127.0.0.1:${sitePort}` },
  });
  process.once('exit', () => strapi.process.kill('SIGKILL'));
  return Object.assign(strapi, { sitePort });
}

/** Replaces its content and its files by those of the seed, while it runs. */
async function seedAgain({ dataDir }: RunningStrapi): Promise<void> {
  const seeded = await preparedStrapi();
  const source = new DatabaseSync(join(seeded, 'content.db'), { readOnly: true });
  await backup(source, join(dataDir, 'content.db'));
  source.close();
  await rm(join(dataDir, 'public'), { recursive: true, force: true });
  await cp(join(seeded, 'public'), join(dataDir, 'public'), { recursive: true });
}

/** @returns the Strapi of this worker, with the seeded content. It ends with the worker. */
export async function sharedStrapi(): Promise<SharedStrapi> {
  const strapi = await (started ??= start());
  await seedAgain(strapi);
  return strapi;
}
