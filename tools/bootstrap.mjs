/**
 * The first step of every npm script. Runs under any Node of the machine (20 or later), installs missing packages, and starts the script with the
 * Node 24 of the project. Plain JavaScript without dependencies, because no package is installed yet.
 *
 * The scripts of package.json use `exec`: npm sends a signal only to its shell, and a shell in between would end without passing the signal on.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPrograms, mayInstall, missingPrograms, testPrograms, usualPrograms } from './test-programs.mjs';
import { findUnwritable, innerEnvironment, installedByHand, planInstall } from './package-install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [script, ...rest] = process.argv.slice(2);
const stamp = join(root, 'node_modules/.installed-lockfile');
const lockfile = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const installed = (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile) || installedByHand(root);

const exitCode = (signal) => 128 + constants.signals[signal];
let child = null;
/** @type {string | undefined} */
let stoppedBy;

/** The child handles signals; this process waits for it and returns its exit code. */
function stop(signal) {
  stoppedBy ??= signal;
  child?.kill(signal);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
// When npm was killed or its terminal closed, no signal arrives. Without this check, the child would keep its port forever.
const parent = process.ppid;
if (process.env.npm_lifecycle_event)
  setInterval(() => process.ppid !== parent && !stoppedBy && stop('SIGTERM'), 500).unref();

/** @returns its exit code, or 128 and the number of the signal that ended it. */
function run(command, parameters, environment) {
  return new Promise((resolve, reject) => {
    child = spawn(command, parameters, { cwd: root, stdio: 'inherit', env: environment });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      child = null;
      resolve(code ?? exitCode(signal));
    });
  });
}

/** A whole test run also needs programs of Debian, which are installed at the same time. `test.ts` reports those that are missing after that. */
const isWholeTestRun =
  script === 'test' && rest.every((parameter) => ['--exhaustive', '--install'].includes(parameter));
const missing = isWholeTestRun
  ? missingPrograms(rest.includes('--exhaustive') ? Object.keys(testPrograms) : usualPrograms)
  : [];
const programs = missing.length > 0 && (await mayInstall(missing, rest)) ? installPrograms(missing) : null;

function refuse(sentence, status) {
  console.error(`\n  ${sentence}\n`);
  process.exit(status);
}

if (!installed) {
  const unwritable = findUnwritable(root);
  if (unwritable) refuse(unwritable, 78);
  console.log('\n  Installing the packages of package-lock.json (about a minute the first time)\n');
  const { command, problem } = planInstall(root);
  const status = await run('npm', command, innerEnvironment());
  if (status !== 0 && !stoppedBy) refuse(problem ?? 'npm ci failed; its message stands above.', status);
  if (stoppedBy) process.exit(exitCode(stoppedBy));
  writeFileSync(stamp, lockfile);
}
await programs;

const node = join(root, 'node_modules/node/bin');
const path = `${node}${delimiter}${process.env.PATH ?? ''}`;
// Some limits on the server's memory can only be set when its process starts (docs/running.md, "The process").
const serverProcess =
  script === 'serve'
    ? JSON.parse(readFileSync(join(root, 'tools/server-process.json'), 'utf8'))
    : // Of the modules that tools share with Strapi: the package of cms/ has no type, as Strapi's compiler wants it.
      { flags: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'], environment: {} };
const environment = { ...serverProcess.environment, ...process.env, PATH: path };
process.exit(
  await run(join(node, 'node'), [...serverProcess.flags, join(root, 'tools', `${script}.ts`), ...rest], environment),
);
