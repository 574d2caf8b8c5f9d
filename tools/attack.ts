/** `npm run attack -- [--minutes N] [--seed S]`: attacks the built site on this machine and prints a report. The exit code is 1 when anything failed. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatReport } from './attack/report.ts';
import { runAttack } from './attack/run-attack.ts';
import { buildIfStale } from './build.ts';
import { projectRoot } from './project-root.ts';

process.chdir(projectRoot);
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= 24 * 60)) {
  console.error('\n  --minutes must be a number of minutes, at most a day.\n');
  process.exit(78);
}
await buildIfStale((line) => console.log(`  ${line}`));
const folder = join(
  projectRoot,
  '.cache/attack',
  `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${values.seed}`,
);
console.log(`\n  ${minutes} minutes, seed ${values.seed}; failing inputs and the report are kept in ${folder}\n`);
// Ends the attack even when it hangs.
setTimeout(
  () => {
    console.error('\n  The attack did not end in time.\n');
    process.exit(1);
  },
  (minutes + 5) * 60_000,
).unref();
const report = await runAttack({ seed: values.seed, folder, minutes, maxPauseMs: 100 });
console.log(formatReport(report));
console.log(report.ok ? '\n  The attack found no failure.\n' : '\n  The attack found failures.\n');
process.exit(report.ok ? 0 : 1);
