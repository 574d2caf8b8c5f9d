/** Data folders for the sites of tests, with a replica of the demonstration: made once for each state of the sources, copied by every test. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashFiles } from '../../tools/checks/project-files.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { startBuiltSite } from './start-built-site.ts';

const replica = 'mirror.sqlite';
let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const built = readFileSync(join(projectRoot, 'dist/build-id'), 'utf8');
  const file = join(projectRoot, '.cache', `replica-${built}-${hashFiles([join(projectRoot, 'demo')])}.sqlite`);
  if (existsSync(file)) return file;
  mkdirSync(join(projectRoot, '.cache'), { recursive: true });
  const draft = mkdtempSync(join(tmpdir(), 'brokerfront-replica-'));
  const site = await startBuiltSite({ DATA_DIR: draft, LOG_LEVEL: 'silent' });
  await site.stop();
  // Two workers may reach this at the same time: each writes its own file and renames it once it is complete.
  cpSync(join(draft, replica), `${file}-${process.pid}`);
  renameSync(`${file}-${process.pid}`, file);
  rmSync(draft, { recursive: true, force: true });
  return file;
}

/** @returns a new folder; a site on it starts as after a restart, in half the time of a first start. */
export async function newSiteData(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `brokerfront-${name}-`));
  cpSync(await (template ??= makeTemplate()), join(folder, replica));
  return folder;
}
