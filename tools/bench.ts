/**
 * `npm run bench`: measures the built site on this machine and writes `tools/bench/results.md`. `npm run bench -- SUBJECT [NUMBERS]` measures
 * one subject and prints its results as JSON (`tools/bench/README.md`).
 */
import { spawnSync } from 'node:child_process';
import { engines } from '../tests/services/account-databases.ts';
import { measureRegistrations } from './bench/registrations.ts';
import { runBench } from './bench/run.ts';
import { buildIfStale } from './build.ts';
import { projectRoot } from './project-root.ts';
import { findChromium } from './testing/chromium.ts';

function say(line: string): void {
  console.log(`  ${line}`);
}

async function printEach<Value>(values: readonly Value[], measure: (value: Value) => Promise<unknown>): Promise<void> {
  for (const value of values) say(JSON.stringify(await measure(value)));
}

const subjects: Record<string, (numbers: number[]) => Promise<void>> = {
  registrations: ([perSecond = 20, seconds = 60]) =>
    printEach(engines, (engine) => measureRegistrations(engine, perSecond, seconds)),
};

async function measureEverything(): Promise<number> {
  const missing = ['nginx', 'wrk', 'taskset'].filter(
    (tool) => spawnSync('sh', ['-c', 'command -v "$0"', tool]).status !== 0,
  );
  if (missing.length > 0) {
    console.error(`\n  The bench needs ${missing.join(', ')} (Debian: apt-get install nginx-light wrk util-linux).\n`);
    return 1;
  }
  const missed = await runBench(findChromium(), say);
  console.log(
    `\n  ${missed.length === 0 ? 'Every target is met.' : `Missed:\n${missed.map((line) => `    ${line}`).join('\n')}`}\n  The table is in tools/bench/results.md.\n`,
  );
  return missed.length === 0 ? 0 : 1;
}

process.chdir(projectRoot);
const [subject, ...numbers] = process.argv.slice(2);
const measure = subject === undefined ? null : subjects[subject];
if (measure === undefined) {
  console.error(`\n  npm run bench [-- ${Object.keys(subjects).join('|')} [NUMBERS]]\n`);
  process.exit(64);
}
await buildIfStale(say);
let code = 0;
if (measure) await measure(numbers.map(Number));
else code = await measureEverything();
process.exit(code);
