/**
 * Which of the four projects of vitest a test file belongs to, and what it needs on the machine. Its imports say both, so no list of names
 * can be out of date: only what starts a browser waits for one, and only what asks the built site makes it start.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../project-root.ts';

export type ProjectName = 'unit' | 'http' | 'browser' | 'strapi';

/** What a test file needs: programs of the machine, and `processes`, which are sites and databases of its own or the site that all share. */
export type Need = 'browser' | 'processes' | 'postgres' | 'valkey' | 'clamd';

/** Files that need nothing but time, more of it than all units together: they would end the habit of running those after each change. */
export const long: ReadonlySet<string> = new Set([
  'content/parse/linear-time.test.ts',
  'accounts/identity/auth-secret.test.ts',
  'accounts/submissions/cv-check.test.ts',
  'content/search/site-search.test.ts',
]);

/** The product's own modules are not followed: what they import runs only when they are called. */
const followed = /^(?:tests|scripts|bench|attack)\/.*\.tsx?$/;
/** Types are gone before anything runs. */
const importPattern = /^(?:import(?! type\b)|export(?! type\b))[^;']*?'([^']+)'|\bimport\('([^']+)'/gm;
const byImport = new Map<string, Need>([
  ['playwright-core', 'browser'],
  ['node:child_process', 'processes'],
  ['tests/services/postgres.ts', 'postgres'],
  ['scripts/testing/valkey.ts', 'valkey'],
  ['tests/services/clamd.ts', 'clamd'],
]);

const needsByFile = new Map<string, Set<Need>>();

/** @param file relative to the project. */
export function needsOf(file: string): ReadonlySet<Need> {
  const known = needsByFile.get(file);
  if (known) return known;
  const needs = new Set<Need>();
  // Before its imports are followed: modules may import each other.
  needsByFile.set(file, needs);
  const source = readFileSync(join(projectRoot, file), 'utf8');
  if (/\binject\('siteUrl'\)/.test(source)) needs.add('processes');
  for (const [, atTop, inside] of source.matchAll(importPattern)) {
    const name = atTop ?? inside ?? '';
    const path = name.startsWith('.') ? join(dirname(file), name) : name;
    const need = byImport.get(path);
    if (need) needs.add(need);
    if (followed.test(path) && existsSync(join(projectRoot, path)))
      for (const further of needsOf(path)) needs.add(further);
  }
  return needs;
}

/** @param file relative to the project. */
export function projectOf(file: string): ProjectName {
  if (file.startsWith('tests/strapi/')) return 'strapi';
  const needs = needsOf(file);
  if (needs.has('browser')) return 'browser';
  // What stands in `tests/` is about the whole site, some of it about one in the test's own process.
  // Units share their workers: a module that another file has loaded could not be replaced any more.
  const replacesModules = readFileSync(join(projectRoot, file), 'utf8').includes('vi.mock(');
  return needs.size > 0 || file.startsWith('tests/') || long.has(file) || replacesModules ? 'http' : 'unit';
}

/** Every test file, relative to the project. */
export function testFiles(): string[] {
  return globSync('{site,content,server,accounts,scripts,bench,attack,tests}/**/*.test.{ts,tsx}', {
    cwd: projectRoot,
  }).sort();
}

/** The files of each project. Each file is in one of them. */
export function filesByProject(files = testFiles()): Record<ProjectName, string[]> {
  const found: Record<ProjectName, string[]> = { unit: [], http: [], browser: [], strapi: [] };
  for (const file of files) found[projectOf(file)].push(file);
  return found;
}
