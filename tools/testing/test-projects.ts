/**
 * Derives from the imports of a test file to which of the five vitest projects it belongs and what it needs on the machine, so that no list of
 * names can become stale: only files that start a browser wait for one, and only files that request the built site make it start.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../project-root.ts';

export type ProjectName = 'unit' | 'http' | 'apart' | 'browser' | 'strapi';

/** What a test file needs: programs on the machine, and `processes`, which are its own sites and databases or the shared site. */
export type Need =
  | 'browser'
  | 'firefox'
  | 'webkit'
  | 'processes'
  | 'postgres'
  | 'valkey'
  | 'clamd'
  | 'nginx'
  | 'varnish'
  | 'prometheus';

/** Files that only need time, but more than all unit tests together: with them, nobody would run the unit tests after each change. */
export const long: ReadonlySet<string> = new Set([
  'content/parse/linear-time.test.ts',
  'accounts/identity/auth-secret.test.ts',
  'accounts/submissions/cv-check.test.ts',
  'content/search/site-search.test.ts',
]);

/** Follows imports only through these folders, not through the product's modules, whose own imports do nothing until they are called. */
const followed = /^(?:tests|tools)\/.*\.tsx?$/;
/** Excludes type imports, which do not exist at run time. */
const importPattern = /^(?:import(?! type\b)[^;']*?|export(?! type\b)[^;']*?\bfrom\s*)'([^']+)'|\bimport\('([^']+)'/gm;
const byImport = new Map<string, Need>([
  ['playwright-core', 'browser'],
  ['puppeteer-core', 'firefox'],
  ['selenium-webdriver', 'webkit'],
  ['node:child_process', 'processes'],
  ['tests/services/postgres.ts', 'postgres'],
  ['tools/testing/valkey.ts', 'valkey'],
  ['tests/services/clamd.ts', 'clamd'],
  ['tests/services/nginx.ts', 'nginx'],
  ['tests/services/varnish.ts', 'varnish'],
  ['tests/services/prometheus.ts', 'prometheus'],
]);

const needsByFile = new Map<string, Set<Need>>();

/** Includes the needs of imported files. @param file relative to the project. */
export function needsOf(file: string): ReadonlySet<Need> {
  const known = needsByFile.get(file);
  if (known) return known;
  const needs = new Set<Need>();
  // Set before following the imports, because modules may import each other.
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
  if (needs.has('browser') || needs.has('firefox') || needs.has('webkit')) return 'browser';
  if (replacesModules(file)) return 'apart';
  // Files in `tests/` test the whole site, some of them a site in the test's own process.
  return needs.size > 0 || file.startsWith('tests/') || long.has(file) ? 'http' : 'unit';
}

/**
 * Only with `ALL_ENGINES=1`, before a release: on two busy cores Firefox and WebKitGTK do not always answer their drivers in time, and a test
 * that fails by that says nothing about a change.
 */
const otherEngines = 'tests/engines/';

/** Every test file, relative to the project. */
export function testFiles(): string[] {
  return globSync('{site,content,server,accounts,tools,tests}/**/*.test.{ts,tsx}', { cwd: projectRoot })
    .filter((file) => !file.startsWith(otherEngines) || process.env['ALL_ENGINES'] === '1')
    .sort();
}

/** Whether a file, or what it imports from the tests, replaces modules: it cannot share a worker with files that have loaded them. */
export function replacesModules(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const source = readFileSync(join(projectRoot, file), 'utf8');
  if (/^vi\.mock\(/m.test(source)) return true;
  return [...source.matchAll(importPattern)].some(([, atTop, inside]) => {
    const name = atTop ?? inside ?? '';
    const path = name.startsWith('.') ? join(dirname(file), name) : name;
    return followed.test(path) && existsSync(join(projectRoot, path)) && replacesModules(path, seen);
  });
}

/** The files of each project. Each file is in one of them. */
export function filesByProject(files = testFiles()): Record<ProjectName, string[]> {
  const found: Record<ProjectName, string[]> = { unit: [], http: [], apart: [], browser: [], strapi: [] };
  for (const file of files) found[projectOf(file)].push(file);
  return found;
}
