/**
 * `npm run cms`: runs Strapi with the demonstration content on port 1337 and the site connected to it on PORT (3000). Installs, builds and
 * seeds what is missing; generates the shared secret and token once and stores them in `data/`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { endAtSignals } from '../server/process/end-at-signals.ts';
import { ConfigError } from '../server/config.ts';
import { parseConfig } from '../server/parse-config.ts';
import { endIfPortInUse, endStart } from '../server/process/start-problem.ts';
import { buildIfStale } from './build.ts';
import { cmsRoot, prepareCms, strapiProgram } from './cms-package.ts';
import { innerEnvironment } from './package-install.mjs';
import { projectRoot } from './project-root.ts';
import serverProcess from './server-process.json' with { type: 'json' };

const sharedShape = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ webhookSecret: v.pipe(v.string(), v.minLength(24)), token: v.pipe(v.string(), v.minLength(24)) }),
);
type Shared = v.InferOutput<typeof sharedShape>;

const say = (line: string) => console.log(`  ${line}`);
process.chdir(projectRoot);
const dataDir = resolve(process.env['DATA_DIR'] || 'data');
const cmsPort = process.env['CMS_PORT'] || '1337';
const sitePort = process.env['PORT'] || '3000';
const siteUrl = process.env['SITE_URL'] || `http://localhost:${sitePort}`;
const cmsUrl = `http://localhost:${cmsPort}`;

/** Reads the shared secrets, or generates them once: the site would reject the webhooks of a Strapi with another secret. */
function sharedSecrets(): Shared {
  const file = join(dataDir, 'cms-shared.json');
  try {
    return v.parse(sharedShape, readFileSync(file, 'utf8'));
  } catch (error) {
    // Strapi and the site both receive the new secrets at this start, so the loss of the old ones does no harm.
    if (error instanceof v.ValiError) say(`${file} cannot be read as what it should be; it is made anew`);
    else if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const shared = { webhookSecret: randomBytes(32).toString('base64url'), token: randomBytes(32).toString('base64url') };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(shared), { mode: 0o600 });
  return shared;
}

const children: ChildProcess[] = [];
const shown: { password?: string } = {};
const ending = new AbortController();
/** Resolves when all children have ended. Strapi ends last, because without it the site would raise alarms. */
async function stop(): Promise<void> {
  ending.abort();
  for (const child of children.toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}
endAtSignals(stop, () => {
  for (const child of children) child.kill('SIGKILL');
});

async function endWith(code: number): Promise<never> {
  await stop();
  return process.exit(code);
}

function start(name: string, parameters: string[], cwd: string, environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, parameters, {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...innerEnvironment(), NODE_ENV: 'production', ...environment },
  });
  children.push(child);
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk);
    // Strapi says it once, in its first start, and what follows would scroll it away.
    shown.password ||= /One-time password +(\S+)/.exec(chunk.toString())?.[1] ?? '';
  });
  child.once('exit', (code, signal) => {
    if (ending.signal.aborted) return;
    console.error(`\n  ${name} ended with ${code ?? signal}.\n`);
    // The child has printed the reason above: a wrong setting, or a port or folder that another process uses. A user sends these three
    // signals on purpose, and Ctrl-C reaches each process; any other signal is a crash.
    void endWith(signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP' ? 0 : code || 1);
  });
  return child;
}

/** Polls an address until it answers. @param patience in milliseconds. @throws when the time is over. */
async function waitForAnswer(url: string, patience: number): Promise<void> {
  const started = Date.now();
  for (let polls = 1; !ending.signal.aborted; polls += 1) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() - started > patience) throw new Error(`${url} did not answer within ${patience / 1000} s.`);
    if (polls % 50 === 0) say(`still waiting for ${url}`);
    await setTimeout(200);
  }
}

async function startBoth(): Promise<void> {
  // Building the panel takes a minute; `SERVE_ADMIN=false` does not need it.
  await prepareCms(say, { panel: process.env['SERVE_ADMIN'] !== 'false', signal: ending.signal });
  await buildIfStale(say);
  const shared = sharedSecrets();
  say('starting Strapi (the first start writes the demonstration content)');
  const sharedEnvironment = {
    STRAPI_WEBHOOK_SECRET: shared.webhookSecret,
    STRAPI_TOKEN: shared.token,
    STRAPI_WEBHOOK_SECRET_FILE: '',
    STRAPI_TOKEN_FILE: '',
  };
  start('Strapi', [strapiProgram, 'start'], cmsRoot, {
    ...sharedEnvironment,
    PORT: cmsPort,
    SITE_URL: siteUrl,
    SITE_WEBHOOK_URL: `http://127.0.0.1:${sitePort}/api/content/webhook`,
  });
  await waitForAnswer(`${cmsUrl}/_health`, 600_000);
  say('starting the site');
  start('The site', [...serverProcess.flags, join(projectRoot, 'dist/server/main.js')], projectRoot, {
    ...serverProcess.environment,
    ...sharedEnvironment,
    PORT: sitePort,
    SITE_URL: siteUrl,
    DATA_DIR: dataDir,
    STRAPI_URL: cmsUrl,
    BROKERFRONT_ROOT: projectRoot,
    DRAIN_SECONDS: '0',
  });
  await waitForAnswer(`http://127.0.0.1:${sitePort}/readyz`, 120_000);
}

console.log('\n  brokerfront with Strapi');
try {
  // Reports a wrong setting now: otherwise the site would refuse it only after Strapi's first start, a minute from now.
  parseConfig({
    ...process.env,
    PORT: sitePort,
    SITE_URL: siteUrl,
    STRAPI_TOKEN: '',
    STRAPI_TOKEN_FILE: '',
    STRAPI_WEBHOOK_SECRET: '',
    STRAPI_WEBHOOK_SECRET_FILE: '',
  });
  if (!/^\d{1,5}$/.test(cmsPort) || Number(cmsPort) > 65_535)
    throw new ConfigError(`CMS_PORT must be a number up to 65535 (it is ${JSON.stringify(cmsPort)}).`);
} catch (error) {
  endStart(error, null);
}
await endIfPortInUse(cmsPort, 'CMS_PORT');
await endIfPortInUse(sitePort, 'PORT');
try {
  await startBoth();
} catch (error) {
  // An error that the shutdown caused is not a failure.
  if (!ending.signal.aborted) {
    const isSetting = error instanceof ConfigError;
    console.error(isSetting ? `\n  ${error.message}\n` : error);
    await endWith(isSetting ? 78 : 1);
  }
}
if (!ending.signal.aborted) {
  const panel = process.env['SERVE_ADMIN'] === 'false' ? 'not served (SERVE_ADMIN=false)' : `${cmsUrl}/admin`;
  const account = process.env['ADMIN_EMAIL'] || 'admin@veldstone.example';
  const signIn = shown.password
    ? `  Sign in as         ${account}\n  One-time password  ${shown.password}  (it is shown only now: change it under Profile)\n`
    : '';
  console.log(
    `\n  The site           ${siteUrl}\n  The panel          ${panel}\n${signIn}  docs/editing.md is an editor's first day.\n`,
  );
}
