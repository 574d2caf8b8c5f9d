/** `npm run format [-- FILES]`: formats code and styles with oxfmt, writes the pages of requirements and threats, wraps documents. `--check` only lists. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { checkRequirements } from './checks/check-requirements.ts';
import { checkThreats } from './checks/check-threats.ts';
import { checkDocument } from './checks/data-documents.ts';
import { wrapDocuments } from './checks/prose.ts';
import { projectRoot } from './project-root.ts';

const parameters = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [join(projectRoot, 'node_modules/oxfmt/bin/oxfmt'), '--no-error-on-unmatched-pattern', ...parameters],
  { cwd: projectRoot, stdio: 'inherit' },
);
if (parameters.length === 0) {
  checkDocument('requirements', checkRequirements, projectRoot, true);
  checkDocument('threats', checkThreats, projectRoot, true);
  wrapDocuments(projectRoot);
}
process.exitCode = status ?? 1;
