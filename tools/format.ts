/**
 * `npm run format`: formats code and styles with oxfmt, writes the pages of requirements and threats from their data, and wraps documents.
 * With files it formats only these; `-- --check` lists what would change.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { writePages } from './checks/document-pages.ts';
import { wrapDocuments } from './checks/wrap-documents.ts';
import { projectRoot } from './project-root.ts';

const parameters = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [join(projectRoot, 'node_modules/oxfmt/bin/oxfmt'), '--no-error-on-unmatched-pattern', ...parameters],
  { cwd: projectRoot, stdio: 'inherit' },
);
if (parameters.length === 0) {
  writePages(projectRoot);
  wrapDocuments(projectRoot);
}
process.exitCode = status ?? 1;
