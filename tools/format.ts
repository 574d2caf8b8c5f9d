/** `npm run format`: formats code and styles with oxfmt, or only the given files; `-- --check` lists what would change. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

const parameters = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [join(projectRoot, 'node_modules/oxfmt/bin/oxfmt'), '--no-error-on-unmatched-pattern', ...parameters],
  { cwd: projectRoot, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
