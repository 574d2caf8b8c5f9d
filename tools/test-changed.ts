/** Runs the tests that the given files affect, for the hook before a push. Leaves `tests/` and `tools/attack/`, the tests of the whole site, to CI. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildIfStale } from './build.ts';
import { projectRoot } from './project-root.ts';

process.chdir(projectRoot);
await buildIfStale((line) => console.log(`  ${line}`));
const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [
    vitest,
    'related',
    '--run',
    '--passWithNoTests',
    '--exclude',
    'tests/**',
    '--exclude',
    'tools/attack/**',
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test' },
  },
);
process.exitCode = status ?? 1;
