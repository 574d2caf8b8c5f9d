/**
 * Remembers in `.cache/` which test files passed, so that `npm test` does not run them again while nothing that they may depend on has changed:
 * no file of the project but other tests, no program, no setting, and the same day, because some pages show it. After a failure, the next run
 * is of that file and of those that were not reached. `CI=true`, `--all` and names of files run everything that they name.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clamdPath } from '../../tests/services/clamd.ts';
import { postgresPrograms } from '../../tests/services/postgres.ts';
import { testBrowserPath } from './chromium.ts';
import type { TestReport } from './test-report.ts';
import { valkeyPath } from './valkey.ts';

interface KeptResult {
  /** Hash of all that the result depends on. */
  key: string;
  passed: number;
}

/** Results by test file, relative to the project. */
export type KeptResults = Readonly<Record<string, KeptResult>>;

const isTest = (name: string) => /\.test\.tsx?$/.test(name);
/** Settings that change what tests do. */
const settings = /^(?:ALL_|CMS_|CHROMIUM_PATH$)/;

/** The project's files, also those that git does not have yet. Null outside of a git checkout: then nothing can be told. */
function projectFiles(root: string): string[] | null {
  try {
    const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    // A deleted file is listed until its deletion is staged.
    return [...new Set(listed.split('\0'))].filter((name) => name !== '' && existsSync(join(root, name))).toSorted();
  } catch {
    return null;
  }
}

function stateOf(program: string | null): string {
  if (program === null || !existsSync(program)) return `${program} is missing`;
  const { mtimeMs, size } = statSync(program);
  return `${program} ${mtimeMs} ${size}`;
}

/** The key of the result of each test file. Files have changed when their key has. */
export type ResultKeys = ReadonlyMap<string, string>;

/** @param testFiles relative to the project. @returns null when results cannot be kept. */
export function resultKeys(root: string, testFiles: readonly string[], today = new Date()): ResultKeys | null {
  const files = projectFiles(root);
  if (!files) return null;
  const base = createHash('sha256').update(`${process.version} ${today.toISOString().slice(0, 10)}\n`);
  for (const program of [testBrowserPath(), postgresPrograms(), valkeyPath(), clamdPath()])
    base.update(`${stateOf(program)}\n`);
  for (const name of Object.keys(process.env).toSorted())
    if (settings.test(name))
      base.update(`${name}=${process.env[name]}
`);
  for (const name of files) if (!isTest(name)) base.update(`${name}\n`).update(readFileSync(join(root, name)));
  const common = base.digest('hex');
  const keyOf = (name: string) =>
    createHash('sha256')
      .update(`${common}\n${name}\n`)
      .update(readFileSync(join(root, name)))
      .digest('base64url');
  return new Map(testFiles.map((name) => [name, keyOf(name)]));
}

/** @returns nothing for a file that is missing or was not written to its end. */
export function readKept(file: string): KeptResults {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KeptResults;
  } catch {
    return {};
  }
}

/** The files whose kept result still holds, and how many tests passed in them. */
export function stillGood(kept: KeptResults, keys: ResultKeys): { files: string[]; passed: number } {
  const good = [...keys].filter(([name, key]) => kept[name]?.key === key).map(([name]) => name);
  return { files: good, passed: good.reduce((sum, name) => sum + (kept[name]?.passed ?? 0), 0) };
}

/**
 * Adds the files that passed whole to the kept results. Files that failed, or of which a test was skipped, run again; so does everything when
 * something failed outside of any test. @param keys of before the run: what changed meanwhile was perhaps not tested.
 */
export function keepGood(file: string, report: TestReport, keys: ResultKeys): void {
  if (report.failedOutside) return;
  const results: Record<string, KeptResult> = { ...readKept(file) };
  for (const { file: name, passed, isWhole } of report.files) {
    const key = keys.get(name);
    if (isWhole && key !== undefined) results[name] = { key, passed };
    else delete results[name];
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(results));
  renameSync(`${file}.new`, file);
}
