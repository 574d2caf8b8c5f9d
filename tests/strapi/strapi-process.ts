/**
 * A real Strapi for tests: API only, on its own port, with a copy of a database that is seeded once for each state of `cms/` and `demo/`
 * and kept in `.cache/`. On PostgreSQL it seeds its own database: one test file always does, and with `CMS_DATABASE=postgres npm test --
 * tests/strapi` all of them do.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cmsRoot, prepareCms, strapiProgram } from '../../tools/cms-package.ts';
import { hashFiles } from '../../tools/checks/project-files.ts';
import { projectRoot } from '../../tools/project-root.ts';
import type { Engine } from '../services/account-databases.ts';
import { type TestPostgres, startPostgres } from '../services/postgres.ts';
import { freePort } from '../services/free-port.ts';
import { isExhaustive } from '../sampled.ts';

export const webhookSecret = 'a-secret-of-the-tests';
export const apiToken = 'a-token-of-the-tests-0123456789';
export const administrator = { email: 'admin@veldstone.example', password: 'Tests-0123456789' };

export interface RunningStrapi {
  url: string;
  process: ChildProcess;
  /** Folder of its uploads, and of its database when that is SQLite. */
  dataDir: string;
  /** Everything that it has written so far. */
  output: () => string;
  /** The server of its database, unless that is SQLite. */
  postgres: TestPostgres | null;
  /** Changes its database directly, to simulate what an earlier version left there. */
  query: (sql: string) => Promise<void>;
  /** Starts it again at the same address and on the same data, after it was killed. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

interface StartOptions {
  database?: Engine;
  environment?: Record<string, string>;
}

async function waitFor(url: string, alive: () => boolean, output: () => string): Promise<void> {
  for (;;) {
    if (!alive()) throw new Error(`Strapi ended before it answered:\n${output()}`);
    const answers = await fetch(`${url}/_health`, { signal: AbortSignal.timeout(2000) }).then(
      (response) => response.status === 204,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A further instance, on the data and the database of one that `startStrapi` started. */
export async function launch(
  dataDir: string,
  port: number,
  environment: Record<string, string>,
): Promise<Omit<RunningStrapi, 'restart' | 'query' | 'postgres'>> {
  const child = spawn(process.execPath, [strapiProgram, 'start'], {
    cwd: cmsRoot,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'production',
      CMS_DATA_DIR: dataDir,
      PORT: String(port),
      SERVE_ADMIN: 'false',
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: join(projectRoot, '.cache/node'),
      NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '',
      BROKERFRONT_TEST_DATABASE: 'hasty',
      STRAPI_WEBHOOK_SECRET: webhookSecret,
      STRAPI_TOKEN: apiToken,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      // Most tests publish alone; gate.test.ts proves the approval.
      APPROVAL: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await waitFor(
    url,
    () => child.exitCode === null && child.signalCode === null,
    () => output,
  );
  return {
    url,
    process: child,
    dataDir,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      // A process stopped with SIGSTOP would never handle the SIGTERM.
      child.kill('SIGCONT');
      await ended;
    },
  };
}

/** Runs an action under a file lock, one process after the other. A lock is free when its owner has died. */
async function alone<Result>(lock: string, action: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const taken = await writeFile(lock, String(process.pid), { flag: 'wx' }).then(
      () => true,
      () => false,
    );
    if (taken) break;
    const owner = Number(await readFile(lock, 'utf8').catch(() => '0'));
    if (owner > 0 && !existsSync(`/proc/${owner}`)) await rm(lock, { force: true });
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  try {
    return await action();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Tests, and the panel. */
const notSeeded = /\.test\.tsx?$|\/admin\//;

/**
 * Installs and compiles Strapi and seeds a database when the sources have changed. Other workers wait meanwhile: `npm test` prepares Strapi during
 * the first tests, and two workers that seed at the same time would slow each other down.
 * @param say told what has to be done, which takes a minute or two. @param panel whether the panel for editors is built, too.
 * @returns the folder of the seeded database. Tests work on copies of it.
 */
export async function preparedStrapi(
  say: (line: string) => void = () => undefined,
  panel = isExhaustive,
): Promise<string> {
  const cache = join(projectRoot, '.cache');
  await mkdir(cache, { recursive: true });
  return alone(join(cache, 'cms.lock'), async () => {
    // A later build of the panel would remove what the others run.
    await prepareCms(say, { quiet: true, panel });
    const id = hashFiles(
      [join(cmsRoot, 'src'), join(cmsRoot, 'config'), join(cmsRoot, 'package-lock.json'), join(projectRoot, 'demo')],
      notSeeded,
    );
    const folder = join(cache, `cms-${id}`);
    if (existsSync(folder)) return folder;
    say('seeding Strapi with the demonstration');
    const draft = await mkdtemp(`${folder}-`);
    try {
      const strapi = await launch(draft, await freePort(), {});
      await strapi.stop();
      await rename(draft, folder);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
    return folder;
  });
}

/** @param postgres null for SQLite, which is in the data folder. */
export function databaseEnvironment(postgres: TestPostgres | null): Record<string, string> {
  if (!postgres) return {};
  return {
    DATABASE_CLIENT: 'postgres',
    DATABASE_PORT: new URL(postgres.url).port,
    DATABASE_NAME: 'postgres',
    DATABASE_USERNAME: 'postgres',
  };
}

/** Waits until Strapi answers. @throws with its output when it ends before that. */
export async function startStrapi({
  database = process.env['CMS_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite',
  environment = {},
}: StartOptions = {}): Promise<RunningStrapi> {
  const seeded = await preparedStrapi(undefined, isExhaustive || environment['SERVE_ADMIN'] === 'true');
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerfront-cms-'));
  const postgres = database === 'postgres' ? await startPostgres() : null;
  if (!postgres) await cp(seeded, dataDir, { recursive: true });
  const port = await freePort();
  const start = () => launch(dataDir, port, { ...databaseEnvironment(postgres), ...environment });
  let current = await start();
  return {
    url: current.url,
    dataDir,
    postgres,
    get process() {
      return current.process;
    },
    output: () => current.output(),
    async query(sql) {
      if (postgres) return postgres.query(sql);
      const file = new DatabaseSync(join(dataDir, 'content.db'), { timeout: 5000 });
      file.exec(sql);
      file.close();
    },
    async restart() {
      current = await start();
    },
    async stop() {
      await current.stop();
      await postgres?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
