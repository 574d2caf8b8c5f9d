/** `npm run format [-- FILES]`: formats code and styles with oxfmt. `--check` only lists. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

const { status } = spawnSync(
  process.execPath,
  [join(projectRoot, 'node_modules/oxfmt/bin/oxfmt'), '--no-error-on-unmatched-pattern', ...process.argv.slice(2)],
  { cwd: projectRoot, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
