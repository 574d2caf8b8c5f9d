/**
 * The first step of every npm script. It runs under whatever Node the machine has (20 or later), installs what is missing, and hands
 * over to the Node 24 that the project brings along. Plain JavaScript, no dependencies: nothing is installed yet.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [script, ...rest] = process.argv.slice(2);
const stamp = join(root, 'node_modules/.installed-lockfile');
const lockfile = createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile;

function run(command, parameters, environment = process.env) {
  const { status, error, signal } = spawnSync(command, parameters, { cwd: root, stdio: 'inherit', env: environment });
  if (error) throw error;
  return status ?? (signal ? 130 : 1);
}

if (!installed) {
  console.log('\n  Installing the packages of package-lock.json (about a minute the first time)\n');
  // npm scripts set variables that would make an inner npm believe it is the outer one.
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(?:config_(?!registry|userconfig|cache)|lifecycle|package)/i.test(name)));
  const status = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], environment);
  if (status !== 0) {
    console.error('\n  npm ci failed; its message stands above. The package registry must be reachable.\n');
    process.exit(status);
  }
  writeFileSync(stamp, lockfile);
}

const node = join(root, 'node_modules/node/bin');
const path = `${node}${delimiter}${process.env.PATH ?? ''}`;
// A child that gets a signal decides for itself; this process only waits and passes the answer on.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
// The server's memory is bounded where only the start of a process can bound it (docs/running.md, "The process").
const serverProcess = script === 'serve' ? JSON.parse(readFileSync(join(root, 'scripts/server-process.json'), 'utf8')) : { flags: [], environment: {} };
const environment = { ...serverProcess.environment, ...process.env, PATH: path };
process.exit(run(join(node, 'node'), [...serverProcess.flags, join(root, 'scripts', `${script}.ts`), ...rest], environment));
