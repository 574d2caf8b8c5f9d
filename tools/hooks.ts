/** `npm run hooks`: installs lefthook from its own lockfile and adds the hooks of lefthook.yml to this clone. `-- off` removes them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

function run(command: string, parameters: string[], folder: string): void {
  const { status, error } = spawnSync(command, parameters, { cwd: folder, stdio: 'inherit', shell: false });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

const folder = join(projectRoot, 'tools/hooks');
const off = process.argv[2] === 'off';
// Skips lefthook's install script: only the explicit call below adds the hooks.
run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder);
run(process.execPath, [join(folder, 'node_modules/lefthook/bin/index.js'), off ? 'uninstall' : 'install'], projectRoot);
console.log(
  off
    ? '  The hooks are removed.'
    : '  Before a commit: format and types. Before a push: the unit tests of changed files. To skip them once: git commit --no-verify.',
);
