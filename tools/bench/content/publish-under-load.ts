/** The header, which every page shows, is published while visitors ask for 500 pages at a steady rate: what they wait, and until when a page is old. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectRoot } from '../../project-root.ts';
import { locales } from '../../../content/locales.ts';
import { freePort, startBuiltSite } from '../../../tests/start-built-site.ts';
import { StrapiEditor } from '../../../tests/strapi/strapi-editor.ts';
import { apiToken, startStrapi, webhookSecret } from '../../../tests/strapi/strapi-process.ts';
import { pin } from '../cached-rate.ts';
import { fillInOtherProcess } from './fill-replica.ts';
import type { SteadyLoad } from './steady-load.ts';

export interface PublishUnderLoad extends SteadyLoad {
  texts: number;
  pages: number;
  /** Milliseconds from Strapi's answer until no page was answered as it was before. */
  allNewMs: number;
}

const pagesAsked = 500;
const perLocale = Math.ceil(pagesAsked / locales.length);
const perSecond = 500;
const seconds = 20;
const publishAfterMs = 5000;
const otherCore = '1';
const newLabel = 'Open an account under load';

/**
 * @param texts how many the replica holds; those beyond the demonstration are not in Strapi, so that the site asks whether they may go, and keeps them.
 * @throws when a page is old after a minute.
 */
export async function measurePublish(texts: number): Promise<PublishUnderLoad> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerfront-publish-'));
  await mkdir(join(folder, 'site'));
  if (texts > 0) await fillInOtherProcess(join(folder, 'site/mirror-strapi.sqlite'), texts);
  const port = String(await freePort());
  const strapi = await startStrapi({ environment: { SITE_URL: `http://127.0.0.1:${port}` } });
  const site = await startBuiltSite({
    PORT: port,
    DATA_DIR: join(folder, 'site'),
    STRAPI_URL: strapi.url,
    STRAPI_TOKEN: apiToken,
    STRAPI_WEBHOOK_SECRET: webhookSecret,
    LOG_LEVEL: 'silent',
  });
  const page = async (path: string) =>
    (await fetch(`${site.url}${path}`, { headers: { 'user-agent': 'bench', 'accept-encoding': 'br' } })).text();
  try {
    const paths: string[] = [];
    for (const locale of locales) {
      const sitemap = await page(`/sitemap-${locale}.xml`);
      const all = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => new URL(url).pathname);
      paths.push(...all.filter((path) => path !== '/').slice(0, perLocale));
    }
    for (const path of paths) await page(path);
    // As visitors ask: not one language after the other.
    const mixed = paths.toSorted((one, other) => (paths.indexOf(one) % perLocale) - (paths.indexOf(other) % perLocale));
    await writeFile(join(folder, 'paths'), mixed.join('\n'));
    // Until everything is compressed finally, and the replica is compared with Strapi.
    await wait(30_000);
    if (strapi.process.pid) pin(strapi.process.pid, otherCore);
    // Strapi would be another machine: what it computes must not hold up those who ask, with whom it shares a core here.
    setPriority(strapi.process.pid ?? 0, constants.priority.PRIORITY_LOW);
    const editor = await StrapiEditor.login(strapi.url);
    const loading = promisify(execFile)('taskset', [
      '-c',
      otherCore,
      process.execPath,
      join(projectRoot, 'tools/bench/content/steady-load.ts'),
      site.url,
      String(perSecond),
      String(seconds),
      join(folder, 'paths'),
    ]);
    pin(process.pid, otherCore);
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    await wait(publishAfterMs);
    await editor.edit('header', 'header', 'en', (draft) => ({ ...draft, signupButtonText: newLabel }));
    const published = performance.now();
    const english = paths.filter((path) => !/^\/(?:es|it)(?:\/|$)/.test(path));
    for (const path of english) {
      while (!(await page(path)).includes(newLabel)) {
        if (performance.now() - published > 60_000) throw new Error(`${path} is as it was a minute ago`);
        await wait(50);
      }
    }
    const allNewMs = performance.now() - published;
    const load = JSON.parse((await loading).stdout) as SteadyLoad;
    return { texts, pages: paths.length, allNewMs, ...load };
  } finally {
    await site.stop();
    await strapi.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
