/**
 * `npm run cms`: Strapi with the demonstration content on port 1337 and the site joined to it on PORT (3000). Installs, builds and
 * seeds what is missing; what the two share (secret, token) is made once and kept in `data/`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildIfStale } from './build.ts';
import { cmsRoot, innerEnvironment, prepareCms } from './cms-package.ts';
import { projectRoot } from './project-root.ts';
import serverProcess from './server-process.json' with { type: 'json' };

interface Shared {
  webhookSecret: string;
  token: string;
}

const say = (line: string) => console.log(`  ${line}`);
process.chdir(projectRoot);
const dataDir = resolve(process.env['DATA_DIR'] || 'data');
const cmsPort = process.env['CMS_PORT'] || '1337';
const sitePort = process.env['PORT'] || '3000';
const siteUrl = process.env['SITE_URL'] || `http://localhost:${sitePort}`;
const cmsUrl = `http://localhost:${cmsPort}`;

/** Made once: a Strapi that was told another secret would send webhooks that nobody believes. */
function sharedSecrets(): Shared {
  const file = join(dataDir, 'cms-shared.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Shared;
  const shared = { webhookSecret: randomBytes(32).toString('base64url'), token: randomBytes(32).toString('base64url') };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(shared), { mode: 0o600 });
  return shared;
}

const children: ChildProcess[] = [];
const ending = new AbortController();
function stop(code: number): void {
  if (ending.signal.aborted) return;
  ending.abort();
  // Strapi first would make the site raise alarms about its end.
  for (const child of children.toReversed()) child.kill('SIGTERM');
  const left = children.filter((child) => child.exitCode === null);
  void Promise.all(left.map((child) => once(child, 'exit'))).then(() => process.exit(code));
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));

function start(name: string, parameters: string[], cwd: string, environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, parameters, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: { ...innerEnvironment(), NODE_ENV: 'production', ...environment } });
  children.push(child);
  child.once('exit', (code) => {
    if (ending.signal.aborted) return;
    console.error(`\n  ${name} ended with ${code}.\n`);
    stop(1);
  });
  return child;
}

async function answers(url: string, patience: number): Promise<void> {
  const started = Date.now();
  let reported = started;
  while (!ending.signal.aborted) {
    if (await fetch(url, { signal: AbortSignal.timeout(2000) }).then((response) => response.ok, () => false)) return;
    if (Date.now() - started > patience) throw new Error(`${url} did not answer within ${patience / 1000} s.`);
    if (Date.now() - reported > 10_000) {
      say(`still waiting for ${url}`);
      reported = Date.now();
    }
    await new Promise((done) => setTimeout(done, 200));
  }
}

console.log('\n  brokerfront with Strapi');
prepareCms(say, { panel: true });
await buildIfStale(say);
const shared = sharedSecrets();
say('starting Strapi (the first start writes the demonstration content)');
const common = { STRAPI_WEBHOOK_SECRET: shared.webhookSecret, STRAPI_TOKEN: shared.token };
start('Strapi', [join(cmsRoot, 'node_modules/@strapi/strapi/bin/strapi.js'), 'start'], cmsRoot, { ...common, PORT: cmsPort, SITE_URL: siteUrl, SITE_WEBHOOK_URL: `http://127.0.0.1:${sitePort}/api/content/webhook` });
await answers(`${cmsUrl}/_health`, 600_000);
say('starting the site');
start('The site', [...serverProcess.flags, join(projectRoot, 'dist/server/main.js')], projectRoot, { ...serverProcess.environment, ...common, PORT: sitePort, SITE_URL: siteUrl, DATA_DIR: dataDir, STRAPI_URL: cmsUrl, BROKERFRONT_ROOT: projectRoot });
await answers(`http://127.0.0.1:${sitePort}/readyz`, 120_000);
console.log(`\n  The site           ${siteUrl}\n  The panel          ${cmsUrl}/admin\n  The first administrator's password was shown above at the first start. docs/editing.md is an editor's first day.\n`);
