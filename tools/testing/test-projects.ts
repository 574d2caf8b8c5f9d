/**
 * Derives from the imports of a test file to which vitest project it belongs and what it needs on the machine, so that no list of names can
 * become stale: only files that request the built site make it start.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProgramName } from '../test-programs.mjs';
import { projectRoot } from '../project-root.ts';
import { findTestBrowser } from './chromium.ts';

/**
 * `unit` needs no program and takes seconds in all; `site` needs the built site, a program or a slow computation; `alone` replaces modules, so each
 * file has a process of its own; `strapi` runs a real Strapi, and so does `journey`, the one file of these that `npm test` runs.
 */
export type ProjectName = 'unit' | 'site' | 'alone' | 'journey' | 'strapi';

/** What a test file needs: programs on the machine, and `processes`, which are its own sites and databases or the shared site. */
export type Need = ProgramName | 'processes';

/** They take longer than all unit tests together, so they are not unit tests, which should run after each change. */
export const slowFiles: ReadonlySet<string> = new Set([
  'content/parse/linear-time.test.ts',
  'accounts/identity/auth-secret.test.ts',
  'accounts/submissions/cv-check.test.ts',
  'content/search/site-search.test.ts',
  'site/pages/search-page.test.ts',
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

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

/** Parses the run-time imports of a file: paths relative to the project, and names of packages. */
function parseImports(file: string): string[] {
  return [...read(file).matchAll(importPattern)].map(([, atTop, inside]) => {
    const name = atTop ?? inside ?? '';
    return name.startsWith('.') ? join(dirname(file), name) : name;
  });
}

const isFollowed = (path: string) => followed.test(path) && existsSync(join(projectRoot, path));

const needsByFile = new Map<string, Set<Need>>();

/** Includes the needs of imported files. @param file relative to the project. */
export function findNeeds(file: string): ReadonlySet<Need> {
  const known = needsByFile.get(file);
  if (known) return known;
  const needs = new Set<Need>();
  // Set before following the imports, because modules may import each other.
  needsByFile.set(file, needs);
  if (/\binject\('siteUrl'\)/.test(read(file))) needs.add('processes');
  for (const path of parseImports(file)) {
    const need = byImport.get(path);
    if (need) needs.add(need);
    if (isFollowed(path)) for (const further of findNeeds(path)) needs.add(further);
  }
  return needs;
}

/** Whether a file, or what it imports from the tests, replaces modules: it cannot share a worker with files that have loaded them. */
function replacesModules(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  if (/^vi\.mock\(/m.test(read(file))) return true;
  return parseImports(file).some((path) => isFollowed(path) && replacesModules(path, seen));
}

/** @param file relative to the project. */
export function findProject(file: string): ProjectName {
  if (file === 'tests/strapi/journey.test.ts') return 'journey';
  if (file.startsWith('tests/strapi/')) return 'strapi';
  if (replacesModules(file)) return 'alone';
  // Files in `tests/` test the whole site, some of them a site in the test's own process.
  return findNeeds(file).size > 0 || file.startsWith('tests/') || slowFiles.has(file) ? 'site' : 'unit';
}

/** Lists every test file, relative to the project. */
export function listTestFiles(): string[] {
  return globSync('{base,parts,site,content,server,accounts,tools,tests,cms/src}/**/*.test.{ts,tsx}', {
    cwd: projectRoot,
  }).sort();
}

/** Whether only `npm run test:exhaustive` runs the file: its first comment has vitest's tag for a whole file. */
export function isExhaustive(file: string): boolean {
  return /^ \* @module-tag exhaustive$/m.test(read(file));
}

/** Files skip the tests whose program is missing, except that nothing in a file for a browser could run without one. */
export function lacksBrowser(file: string): boolean {
  return findNeeds(file).has('browser') && findTestBrowser() === null;
}

/** Groups test files by their project. Each file is in one of them. */
export function groupByProject(files = listTestFiles()): Record<ProjectName, string[]> {
  const found: Record<ProjectName, string[]> = { unit: [], site: [], alone: [], journey: [], strapi: [] };
  for (const file of files) found[findProject(file)].push(file);
  return found;
}
