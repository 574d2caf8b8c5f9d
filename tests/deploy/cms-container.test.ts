/** The image of Strapi: the test runs every step of its Containerfile; the result imports the demonstration, answers and shows the panel. */
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cmsRoot, strapiProgram } from '../../tools/cms-package.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { exhaustive } from '../sampled.ts';
import { freePort } from '../services/free-port.ts';
import { administrator } from '../strapi/strapi-process.ts';
import { until } from '../until.ts';
import { readContainerfile } from './containerfile.ts';
import { canIsolate } from './isolated-process.ts';
import { type BuiltStage, type NativeContainer, buildNatively, runNatively } from './native-container.ts';

const file = 'deploy/cms.Containerfile';

test('the Containerfile starts Strapi as npm run cms does, with the Node version of package.json', () => {
  const stages = readContainerfile(join(projectRoot, file));
  const { dependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const bases = stages.filter(({ base }) => !stages.some((stage) => stage.name === base)).map(({ base }) => base);
  expect(new Set(bases)).toEqual(new Set([`docker.io/library/node:${dependencies['node']}-trixie-slim`]));
  expect(stages.at(-1)?.entrypoint).toEqual(['node', relative(cmsRoot, strapiProgram), 'start']);
});

// Started once, because the start takes minutes and the panel 2.2 GB of memory. The last test stops it.
describe.skipIf(!canIsolate)('Strapi in its image', { ...exhaustive, shuffle: false }, () => {
  let image: BuiltStage;
  let container: NativeContainer;
  let data: string;
  let url: string;

  beforeAll(async () => {
    image = buildNatively(file, { SERVE_ADMIN: 'true' });
    data = mkdtempSync(join(tmpdir(), 'brokerfront-image-'));
    chownSync(data, 1000, 1000);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    container = runNatively(
      image,
      {
        HOST: '127.0.0.1',
        PORT: String(port),
        STRAPI_TOKEN: 'a-token-of-the-tests-0123456789',
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
      },
      { '/data': data },
    );
    const answers = () =>
      fetch(`${url}/_health`).then(
        ({ status }) => status === 204,
        () => false,
      );
    await until(async () => !container.runs() || (await answers()), 'Strapi in its image', 500_000);
    if (!container.runs()) throw new Error(container.output());
  }, 900_000);
  afterAll(async () => {
    // Stops the container if a failed test prevented the last one from stopping it.
    if (container.runs()) await container.stop();
    rmSync(data, { recursive: true, force: true });
  });

  test('runs Node as its first process, without rights, on a read-only root', () => {
    const status = readFileSync(`/proc/${container.pid()}/status`, 'utf8');
    expect(status).toMatch(/^NSpid:\s+\d+\s+1$/m);
    expect(status).toMatch(/^Uid:\s+1000\s+1000\s+1000\s+1000$/m);
    expect(() => container.exec(['touch', '/app/cms/here'])).toThrow(/Read-only file system/);
  });

  test('has imported the demonstration at its first start, and the site can read it', async () => {
    const answer = await fetch(`${url}/api/pages?filters[key][$eq]=forex&locale=es`);
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(1);
    expect(() => container.exec(image.stage.healthCheck)).not.toThrow();
    expect((await fetch(`${url}/admin/`)).status).toBe(200);
  });

  test('keeps all lasting files in its volume', () => {
    for (const name of ['content.db', 'secrets.json', 'public/uploads'])
      expect(existsSync(join(data, name))).toBe(true);
  });

  test('ends in order on its stop signal', async () => {
    expect(await container.stop()).toBe(0);
  });
});
