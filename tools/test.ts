/**
 * `npm test`: the unit tests, then all others but those of Strapi, of which it runs one journey; `npm run test:cms` runs these. `npm run
 * test:exhaustive` runs both and adds the tests with the tag `exhaustive`, in random order (`tests/README.md`). `--install` permits the
 * installation of programs from Debian. Other parameters go to vitest: a part of a file's name runs the matching files, and only what those need is
 * built and started. The last line is `N passed, N failed`, followed by `, N skipped`
 * when this machine cannot run some tests, which is a failure with `CI=true`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from './build.ts';
import { installCommand, installPrograms, mayInstall, missingPrograms, testPrograms } from './test-programs.mjs';
import { projectRoot } from './project-root.ts';
import { isExhaustive, lacksBrowser, findNeeds, findProject, listTestFiles } from './testing/test-projects.ts';
import { type TestReport, closingLine, exhaustive, isGood, reportVariable } from './testing/test-report.ts';

const say = (line: string) => console.log(`  ${line}`);
const given = process.argv.slice(2);
const wantsAll = given.includes('--exhaustive') || process.env['TEST_SCOPE'] === exhaustive;
const parameters = given.filter((parameter) => !['--exhaustive', '--install'].includes(parameter));
const isWatching = parameters.includes('--watch');
const isFiltered = parameters.some((parameter) => /^(?:-t|--testNamePattern\b.*)$/.test(parameter));
const takesValue = new Set(['-t', '--testNamePattern', '--project', '--reporter', '--config', '--exclude']);
const names = parameters.filter(
  (parameter, index) => !parameter.startsWith('-') && !takesValue.has(parameters[index - 1] ?? ''),
);
const givenProject = /(?:^|,)--project[=,]([\w-]+)/.exec(parameters.join())?.[1];
/** Watch mode should answer quickly after each change: without a file name, it runs only the unit tests. */
const project = givenProject ?? (isWatching && names.length === 0 ? 'unit' : null);
const leavesOutStrapi = !project && !wantsAll && names.length === 0;

const isNamed = (file: string, name: string) =>
  join(projectRoot, file).includes(name.replace(/^\.\//, '').replace(/:\d+$/, ''));

function chosenFiles(): string[] {
  return listTestFiles().filter(
    (file) =>
      (names.length === 0 || names.some((name) => isNamed(file, name))) &&
      (leavesOutStrapi ? findProject(file) !== 'strapi' : !project || findProject(file) === project),
  );
}

/** Ends the process when a name leads to no file. A number may be the value of another parameter. */
function refuseUnknownNames(): void {
  const unknown = names.filter((name) => !/^\d+$/.test(name) && !listTestFiles().some((file) => isNamed(file, name)));
  if (unknown.length > 0)
    say(`No test file has “${unknown.join('” or “')}” in its path: give a part of one, such as tests/requests.`);
  else if (names.length > 0 && chosenFiles().length > 0 && chosen.length === 0)
    say(`All these tests are left to npm run test:exhaustive -- ${names.join(' ')}`);
  else return;
  process.exit(1);
}

/** Installs and starts what the files need, and says what stays missing. @returns the files that cannot run. */
async function prepare(files: string[]): Promise<string[]> {
  const needs = new Set(files.flatMap((file) => [...findNeeds(file)]).filter((need) => need !== 'processes'));
  const missing = missingPrograms([...needs]);
  if (missing.length > 0 && (await mayInstall(missing, given))) await installPrograms(missing);
  const absent = missingPrograms(missing);
  if (absent.length > 0) {
    say(`Not here: ${absent.map((need) => testPrograms[need].name).join(', ')}. Tests that need them are left out.`);
    say(`To install them: sudo ${installCommand(absent)}`);
  }
  // Not waited for: other tests can run meanwhile, and those of Strapi wait for it themselves and say what went wrong.
  if (files.some((file) => ['journey', 'strapi'].includes(findProject(file))))
    void import('../tests/strapi/strapi-process.ts')
      .then(({ preparedStrapi }) =>
        preparedStrapi(say, wantsAll || files.some((file) => findProject(file) === 'journey')),
      )
      .catch((error: unknown) => say(`Strapi is not ready: ${String(error)}`));
  if (files.some((file) => findProject(file) !== 'unit')) await buildIfStale(say);
  return files.filter(lacksBrowser);
}

/** @returns whether vitest succeeded, and its report. */
async function runTests(without: string[]): Promise<{ isWell: boolean; report: TestReport }> {
  const folder = mkdtempSync(join(tmpdir(), 'brokerfront-test-'));
  const reportFile = join(folder, 'report.json');
  const vitest = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      isWatching ? 'watch' : 'run',
      ...(project && !givenProject ? ['--project', project] : []),
      ...(leavesOutStrapi ? ['--project=!strapi'] : []),
      ...(wantsAll ? ['--sequence.shuffle'] : [`--tagsFilter=!${exhaustive}`]),
      ...without.flatMap((file) => ['--exclude', file]),
      ...parameters,
    ],
    {
      stdio: 'inherit',
      env: {
        NODE_COMPILE_CACHE: join(projectRoot, '.cache/node'),
        ...process.env,
        ...(wantsAll && { TEST_SCOPE: exhaustive }),
        NODE_ENV: 'test',
        [reportVariable]: reportFile,
      },
    },
  );
  // When vitest ends, the sites, Strapi and browsers that it started end too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => vitest.kill(signal));
  const [status] = (await once(vitest, 'close')) as [number | null];
  const report: TestReport = existsSync(reportFile)
    ? (JSON.parse(readFileSync(reportFile, 'utf8')) as TestReport)
    : { passed: 0, failed: 1, skipped: [], leftOut: 0, files: [] };
  rmSync(folder, { recursive: true, force: true });
  return { isWell: status === 0, report };
}

function printReport({ files, skipped, leftOut }: TestReport, without: string[]): void {
  if (files.length > 1) {
    console.log('\n  The slowest files:');
    for (const { file, seconds } of files.slice(0, 10)) console.log(`  ${seconds.toFixed(1).padStart(7)} s  ${file}`);
  }
  if (skipped.length > 0) console.log(`\n  Not run:\n${skipped.map((name) => `    ${name}`).join('\n')}`);
  if (without.length > 0) console.log(`\n  ${without.length} files did not run, because there is no Chromium.`);
  if (leftOut > 0)
    console.log(`\n  ${leftOut} tests are left to npm run test:exhaustive (tests/README.md names them).`);
}

process.chdir(projectRoot);
enableCompileCache(join(projectRoot, '.cache/node'));
const mustRunAll = process.env['CI'] === 'true';
const chosen = chosenFiles().filter((file) => wantsAll || !isExhaustive(file));
refuseUnknownNames();
const without = await prepare(chosen);
const { isWell, report } = await runTests(without);
if (isWatching) process.exit(isWell ? 0 : 1);

// With a filter by title, the other tests are skipped on purpose.
if (isFiltered) Object.assign(report, { skipped: [], leftOut: 0 });
if (!isWell && report.failed === 0) report.failed = 1;
printReport(report, without);
if (mustRunAll && report.skipped.length + without.length > 0) console.log('\n  With CI=true nothing may be missing.');
console.log(`\n${closingLine(report)}`);
process.exit(isGood(report, mustRunAll) && !(mustRunAll && without.length > 0) ? 0 : 1);
