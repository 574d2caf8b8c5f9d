/** The image of the site: the test runs every step of its Containerfile, and starts the result as an engine would. */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';
import serverProcess from '../../tools/server-process.json' with { type: 'json' };
import { exhaustive } from '../sampled.ts';
import { freePort } from '../services/free-port.ts';
import { until } from '../until.ts';
import { readContainerfile } from './containerfile.ts';
import { canIsolate } from './isolated-process.ts';
import { type BuiltStage, type NativeContainer, buildNatively, runNatively } from './native-container.ts';

const file = 'deploy/site.Containerfile';
const stages = readContainerfile(join(projectRoot, file));
const site = stages.at(-1);

test('the Containerfile starts Node as npm start does, with the Node version of package.json', () => {
  const { dependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const { base } of stages.filter(({ base: name }) => !stages.some((stage) => stage.name === name)))
    expect(base).toBe(`docker.io/library/node:${dependencies['node']}-trixie-slim`);
  expect(site?.entrypoint).toEqual(['node', ...serverProcess.flags, 'dist/server/main.js']);
  const set = Object.assign({}, ...(site?.steps ?? []).map((step) => (step.kind === 'env' ? step.values : {})));
  expect(set).toMatchObject(serverProcess.environment);
});

// The last test stops it.
describe.skipIf(!canIsolate)('the built image', { ...exhaustive, shuffle: false }, () => {
  let image: BuiltStage;
  let container: NativeContainer;
  let data: string;
  let url: string;

  beforeAll(async () => {
    image = buildNatively(file);
    data = mkdtempSync(join(tmpdir(), 'brokerfront-image-'));
    // An engine gives a new volume the owner of the folder in the image.
    chownSync(data, 1000, 1000);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    container = runNatively(image, { PORT: String(port), DRAIN_SECONDS: '0' }, { '/data': data });
    await until(
      () => !container.runs() || container.output().includes('The site is ready'),
      'the site in its image',
      60_000,
    );
    if (!container.runs()) throw new Error(container.output());
  }, 600_000);
  afterAll(async () => {
    // Stops the container if a failed test prevented the last one from stopping it.
    if (container.runs()) await container.stop();
    rmSync(data, { recursive: true, force: true });
  });

  test('holds only the files that the server needs, without build tools', () => {
    expect(readdirSync(join(image.root, 'app')).sort()).toEqual(
      [
        'accounts',
        'base',
        'cms',
        'content',
        'demo',
        'dist',
        'node_modules',
        'package.json',
        'server',
        'site',
        'tools',
      ].sort(),
    );
    const packages = readdirSync(join(image.root, 'app/node_modules'));
    expect(packages).toContain('hono');
    for (const tool of ['vite', 'vitest', 'typescript', 'playwright-core', 'node'])
      expect(packages).not.toContain(tool);
    const megabytes = Number(
      execFileSync('du', ['-sm', join(image.root, 'app')])
        .toString()
        .split('\t')[0],
    );
    expect(megabytes).toBeLessThan(150);
  });

  test('has a bill of materials with exactly its packages', () => {
    const bill = JSON.parse(readFileSync(join(image.root, 'app/dist/sbom.cdx.json'), 'utf8')) as {
      metadata: { component: { name: string; version: string } };
      components: { 'bom-ref': string; hashes: object[]; licenses: object[] }[];
    };
    const version = readFileSync(join(image.root, 'app/dist/build-id'), 'utf8');
    expect(bill.metadata.component).toMatchObject({ name: 'brokerfront', version });
    const { packages } = JSON.parse(readFileSync(join(image.root, 'app/node_modules/.package-lock.json'), 'utf8')) as {
      packages: Record<string, object>;
    };
    const listed = new Set(bill.components.map((component) => component['bom-ref']));
    expect(Object.keys(packages).filter((path) => !listed.has(path))).toEqual([]);
    expect([...listed].filter((path) => /\/(?:vite|vitest|typescript|playwright-core)$/.test(path))).toEqual([]);
    for (const component of bill.components)
      expect([component['bom-ref'], component.hashes.length, component.licenses.length]).toEqual([
        component['bom-ref'],
        1,
        1,
      ]);
  });

  test('runs Node as its first process, without rights, on a read-only root', async () => {
    const status = readFileSync(`/proc/${container.pid()}/status`, 'utf8');
    expect(status).toMatch(/^NSpid:\s+\d+\s+1$/m);
    expect(status).toMatch(/^Uid:\s+1000\s+1000\s+1000\s+1000$/m);
    expect(status).toMatch(/^CapBnd:\s+0+$/m);
    expect(readFileSync(`/proc/${container.pid()}/cmdline`, 'utf8')).toMatch(/^node\0--max-semi-space-size=8/);
    expect(() => container.exec(['touch', '/app/here'])).toThrow(/Read-only file system/);
    expect(() => container.exec(['touch', '/data/here'])).not.toThrow();
  });

  test('serves pages, a picture and a form, and passes its health check', async () => {
    const page = await fetch(`${url}/es`);
    expect([page.status, page.headers.get('content-language') ?? (await page.text()).slice(0, 200)]).toEqual([
      200,
      expect.stringContaining('es'),
    ]);
    const enquiry = await fetch(`${url}/contact`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        intent: 'send',
        elapsed: '9000',
        topic: 'account',
        name: 'Anna Rossi',
        email: 'anna@example.com',
        message: 'A few lines about an account',
      }),
      redirect: 'manual',
    });
    expect(enquiry.status).toBe(303);
    expect(() => container.exec(site?.healthCheck ?? [])).not.toThrow();
    expect(container.exec(['node', 'tools/accounts/outbox.ts'])).toContain('mail');
  });

  test('ends in order on its stop signal', async () => {
    expect(await container.stop()).toBe(0);
    expect(container.output()).toContain('"msg":"stopped"');
  });
});
