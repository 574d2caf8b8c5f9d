/** `npm test`: every suite, and as the last line `N passed, N failed`, counted over all of them. Parameters are passed to vitest. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from './build.ts';
import { prepareCms } from './cms-package.ts';
import { ensureChromium } from './chromium.ts';
import { projectRoot } from './project-root.ts';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numTotalTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

process.chdir(projectRoot);
ensureChromium((line) => console.log(`  ${line}`));
await buildIfStale((line) => console.log(`  ${line}`));
// Before the workers, which would each install it, and only for those who need it.
const given = process.argv.slice(2).filter((parameter) => !parameter.startsWith('-'));
if (given.length === 0 || given.some((parameter) => parameter.includes('strapi') || parameter === 'tests')) await prepareCms((line) => console.log(`  ${line}`));

const folder = mkdtempSync(join(tmpdir(), 'brokerfront-test-'));
const reportFile = join(folder, 'report.json');
const environment = { ...process.env, NODE_ENV: 'test' };
const vitest = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...process.argv.slice(2)],
  { stdio: 'inherit', env: environment },
);
// What it started ends with it: sites, Strapi, browsers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => vitest.kill(signal));
const [status] = (await once(vitest, 'exit')) as [number | null];

let passed = 0;
let failed = 0;
try {
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  passed = report.numPassedTests;
  // A file that could not be loaded has no tests, and counts as one that failed.
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  failed = report.numFailedTests + unloaded;
} catch {
  failed = 1;
}
if (status !== 0 && failed === 0) failed = 1;
rmSync(folder, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
