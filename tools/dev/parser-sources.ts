/** Notices changes of the parser's sources during development: each has the effect of a new `parserVersion`, so documents are parsed again. */
import { existsSync, globSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { hashFiles } from '../checks/project-files.ts';

const sources = /^content\/(?:parse\/|replica\/|model[\w-]*\.ts$|locales\.ts$|icon-names\.ts$)/;

/** @param file absolute path. */
export function isParserSource(root: string, file: string): boolean {
  const path = relative(root, file).replaceAll('\\', '/');
  return sources.test(path) && path.endsWith('.ts') && !path.endsWith('.test.ts');
}

const hashOfSources = (root: string) =>
  hashFiles(
    globSync('content/**/*.ts', { cwd: root })
      .map((file) => join(root, file))
      .filter((file) => isParserSource(root, file)),
  );

const noteIn = (dataDir: string) => join(dataDir, 'parser-sources');

/** Whether the sources have changed since the last `forgetOldReplica`. */
export function parserChanged(root: string, dataDir: string): boolean {
  const note = noteIn(dataDir);
  return !existsSync(note) || readFileSync(note, 'utf8') !== hashOfSources(root);
}

/** Removes the replica when another parser wrote it. The site must not run. @returns whether one was removed. */
export function forgetOldReplica(root: string, dataDir: string): boolean {
  if (!parserChanged(root, dataDir)) return false;
  mkdirSync(dataDir, { recursive: true });
  const replica = readdirSync(dataDir).filter((name) => /^mirror(?:-\d+)?\.sqlite/.test(name));
  for (const name of replica) rmSync(join(dataDir, name), { force: true });
  writeFileSync(noteIn(dataDir), hashOfSources(root));
  return replica.length > 0;
}
