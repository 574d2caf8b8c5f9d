/**
 * `npm run cms` as an operator runs it: it starts Strapi and the site, and a signal to npm ends both in order.
 * @module-tag exhaustive
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cmsRoot, strapiProgram } from '../../tools/cms-package.ts';
import { readCommand, isRunning, npmScript } from '../npm-script.ts';
import { freePort } from '../services/free-port.ts';
import { until } from '../until.ts';
import { preparedStrapi } from './strapi-process.ts';

let folder: string;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-cms-command-'));
  await cp(await preparedStrapi(), join(folder, 'cms'), { recursive: true });
  // Without the admin panel, whose build takes a minute.
  environment = {
    CMS_DATA_DIR: join(folder, 'cms'),
    DATA_DIR: folder,
    CMS_PORT: String(await freePort()),
    PORT: String(await freePort()),
    SERVE_ADMIN: 'false',
    NODE_ENV: 'production',
  };
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('SIGTERM to npm ends Strapi and the site, and a broken file of shared secrets is generated again', async () => {
  await writeFile(join(folder, 'cms-shared.json'), '{"webhookSecret":');
  const script = npmScript(['run', 'cms'], environment);
  await until(() => !isRunning(script.pid) || script.output().includes('The panel '), 'Strapi and the site', 120_000);
  expect(script.output()).toContain('cms-shared.json cannot be read');
  expect(script.output()).toContain('The panel ');
  expect(JSON.parse(await readFile(join(folder, 'cms-shared.json'), 'utf8'))).toEqual({
    webhookSecret: expect.stringMatching(/.{40}/) as string,
    token: expect.stringMatching(/.{40}/) as string,
  });
  const processes = script.descendants();
  expect(processes.length).toBeGreaterThanOrEqual(4);
  process.kill(script.pid, 'SIGTERM');
  expect(await script.ended).toEqual({ code: 0, signal: null });
  await until(() => !processes.some(isRunning), 'the end of every process');
  expect(script.output()).toContain('"msg":"stopped"');
  expect(script.output()).not.toMatch(/\n\s+at /);
}, 180_000);

test('the command fails when Strapi crashes', async () => {
  const script = npmScript(['run', 'cms'], environment);
  const strapi = await until(
    () =>
      script.output().includes('starting Strapi') &&
      script.descendants().find((pid) => readCommand(pid).includes(strapiProgram)),
    'Strapi',
    120_000,
  );
  process.kill(strapi, 'SIGABRT');
  expect(await script.ended).toEqual({ code: 1, signal: null });
  expect(script.output()).toContain('Strapi ended with SIGABRT.');
}, 180_000);

test.each([
  [
    "a secret's file that is not there",
    { STRAPI_TOKEN_FILE: '/nowhere/hunter2' },
    'STRAPI_TOKEN_FILE names a file that cannot be read (ENOENT).',
  ],
  [
    'a secret given twice',
    { APP_KEYS_FILE: '/nowhere/hunter2', APP_KEYS: 'hunter2' },
    'APP_KEYS_FILE and APP_KEYS are both set',
  ],
  [
    "a mail server's address from a file that is none",
    { SMTP_URL_FILE: 'hunter2' },
    'SMTP_URL must be an smtp:// or smtps:// address.',
  ],
  [
    'two senders of mail',
    { MAIL_FROM: 'hunter2@broker.example, other@broker.example' },
    'MAIL_FROM must be one mail address.',
  ],
  ['a wrong value', { DATABASE_CLIENT: 'mysql' }, 'DATABASE_CLIENT is “mysql”; it must be sqlite or postgres.'],
])(
  'Strapi does not start with %s, and exits with a message and code 78',
  async (_case, more: Record<string, string>, sentence) => {
    // A file name without a folder is a file that this test creates.
    if (more['SMTP_URL_FILE']) await writeFile(join(folder, more['SMTP_URL_FILE']), 'https://hunter2.example');
    const files = more['SMTP_URL_FILE'] ? { SMTP_URL_FILE: join(folder, more['SMTP_URL_FILE']) } : {};
    const child = spawn(process.execPath, [strapiProgram, 'start'], {
      cwd: cmsRoot,
      env: { PATH: process.env['PATH'], ...environment, PORT: environment['CMS_PORT'], ...more, ...files },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    expect(await once(child, 'close')).toEqual([78, null]);
    expect(output).toContain(sentence);
    expect(output).not.toMatch(/hunter2|\n\s+at /);
  },
);

test('a port that is in use is reported before anything starts', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(Number(environment['PORT']), '0.0.0.0', resolve));
  try {
    const script = npmScript(['run', 'cms'], environment);
    expect((await script.ended).code).toBe(75);
    expect(script.output()).toContain(`Port ${environment['PORT']} is in use`);
    expect(script.output()).not.toContain('starting Strapi');
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }
});
