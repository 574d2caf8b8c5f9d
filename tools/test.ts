/**
 * `npm test`: runs every suite, but for files that have passed with exactly the same project (`testing/kept-results.ts`). The last line is `N passed, N failed` over all of them, followed by `, N skipped` when tests were skipped, which
 * is a failure with `CI=true`. `--all` runs all of them again. Other parameters go to vitest: a part of a file's name runs the matching files,
 * and only what those need is installed, built and started.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from './build.ts';
import { projectRoot } from './project-root.ts';
import { keepGood, readKept, resultKeys, stillGood } from './testing/kept-results.ts';
import { type Lane, lanesOf, oneReport } from './testing/lanes.ts';
import { type Need, needsOf, projectOf, testFiles } from './testing/test-projects.ts';
import { type TestReport, closingLine, isGood, reportVariable } from './testing/test-report.ts';

const say = (line: string) => console.log(`  ${line}`);
const runAll = process.argv.includes('--all');
const given = process.argv.slice(2).filter((parameter) => parameter !== '--all');
const watch = given.includes('--watch');
const takesValue = new Set(['-t', '--testNamePattern', '--project', '--reporter', '--config', '--exclude']);
const names = given.filter((parameter, index) => !parameter.startsWith('-') && !takesValue.has(given[index - 1] ?? ''));
const ofProject = /(?:^|,)--project[=,]([\w-]+)/.exec(given.join())?.[1];

/** Watch mode should answer quickly after each change: without a file name, it runs only the unit tests. */
const parameters = watch && names.length === 0 && !ofProject ? ['--project', 'unit', ...given] : given;

function chosenFiles(): string[] {
  const project = ofProject ?? (parameters === given ? null : 'unit');
  return testFiles().filter(
    (file) =>
      (names.length === 0 ||
        names.some((name) => join(projectRoot, file).includes(name.replace(/^\.\//, '').replace(/:\d+$/, '')))) &&
      (!project || projectOf(file) === project),
  );
}

async function prepare(files: string[]): Promise<void> {
  const projects = new Set(files.map(projectOf));
  const needs = new Set<Need>(files.flatMap((file) => [...needsOf(file)]));
  // Before vitest collects the tests: a file skips its tests when a program is missing.
  if (needs.size > 0) (await import('./testing/test-programs.ts')).ensureTestPrograms(needs, say);
  if (projects.size > 1 || !projects.has('unit')) await buildIfStale(say);
  // Not waited for: other tests can run meanwhile, and those of Strapi wait for it themselves and say what went wrong.
  if (projects.has('strapi'))
    void import('../tests/strapi/strapi-process.ts')
      .then(({ preparedStrapi }) => preparedStrapi(say))
      .catch((error: unknown) => say(`Strapi is not ready: ${String(error)}`));
}

function printReport({ skipped, files }: TestReport): void {
  if (files.length > 1) {
    console.log('\n  The slowest files:');
    for (const { file, seconds } of files.slice(0, 10)) console.log(`  ${seconds.toFixed(1).padStart(7)} s  ${file}`);
  }
  if (skipped.length > 0) console.log(`\n  Not run:\n${skipped.map((name) => `    ${name}`).join('\n')}`);
}

process.chdir(projectRoot);
enableCompileCache(join(projectRoot, '.cache/node'));
const mustProveAll = process.env['CI'] === 'true';
const keptFile = join(projectRoot, '.cache/verdicts/test-files.json');
// Whoever names files or titles wants to see them run.
const chosen = chosenFiles();
const keys = given.length === 0 ? resultKeys(projectRoot, chosen) : null;
const kept = keys && !mustProveAll && !runAll ? stillGood(readKept(keptFile), keys) : { files: [], passed: 0 };
const toRun = chosen.filter((file) => !kept.files.includes(file));
await prepare(toRun);

const folder = mkdtempSync(join(tmpdir(), 'brokerfront-test-'));
/** Two workers share the cores with what they start: threads that help V8 to collect and compile then wait for each other (a run of `test:unit` takes 6 % longer). */
const helpers = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
const environment = {
  NODE_COMPILE_CACHE: join(projectRoot, '.cache/node'),
  ...process.env,
  NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --v8-pool-size=${helpers}`.trim(),
  NODE_ENV: 'test',
};

/** @returns vitest's exit code, null when a signal ended it, and its report. */
async function runLane(lane: Lane, index: number): Promise<{ status: number | null; report: TestReport }> {
  const reportFile = join(folder, `report-${index}.json`);
  const vitest = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', watch ? 'watch' : 'run', ...parameters, ...lane.parameters],
    {
      stdio: lane.isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...environment, [reportVariable]: reportFile },
    },
  );
  const output: Buffer[] = [];
  for (const stream of [vitest.stdout, vitest.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk));
  // When vitest ends, the sites, Strapi and browsers that it started end too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => vitest.kill(signal));
  const [status] = (await once(vitest, 'close')) as [number | null];
  written.push(Buffer.concat(output));
  return { status, report: readReport(reportFile) };
}

function readReport(file: string): TestReport {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as TestReport;
  return { passed: 0, failed: 1, skipped: [], files: [], failedOutside: true };
}

/** What quiet lanes wrote. */
const written: Buffer[] = [];
/** None when all that would run has passed before. */
const lanes = given.length > 0 ? [{ parameters: [], isQuiet: false }] : lanesOf(toRun, kept.files);
const runs = await Promise.all(lanes.map((lane, index) => runLane(lane, index)));
for (const output of written) process.stdout.write(output);
const report = oneReport(runs.map((run) => run.report));
const isBad = runs.some(({ status }) => status !== 0);
rmSync(folder, { recursive: true, force: true });
if (watch) process.exit(isBad ? 1 : 0);

// With a filter by title, the other tests are skipped on purpose.
if (given.some((parameter) => parameter === '-t' || parameter.startsWith('--testNamePattern'))) report.skipped = [];
if (isBad && report.failed === 0) report.failed = 1;
if (keys) keepGood(keptFile, report, keys);
report.passed += kept.passed;
printReport(report);
if (kept.files.length > 0)
  console.log(
    `\n  ${kept.passed} tests in ${kept.files.length} files passed today with exactly this project, and did not run again (npm test -- --all runs them).`,
  );
if (mustProveAll && report.skipped.length > 0) console.log('\n  With CI=true nothing may be skipped.');
console.log(`\n${closingLine(report)}`);
process.exit(isGood(report, mustProveAll) ? 0 : 1);
