/**
 * Publishes the header, which every page shows, while visitors request 500 pages at a steady rate. Measures how long visitors wait, and how long a
 * page stays old.
 */
import { mkdtempDisposable } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { locales } from '../../content/locales.ts';
import { freePort } from '../../tests/services/free-port.ts';
import { startBuiltSite } from '../../tests/sites/start-built-site.ts';
import { StrapiEditor } from '../../tests/strapi/strapi-editor.ts';
import { apiToken, startStrapi, webhookSecret } from '../../tests/strapi/strapi-process.ts';
import { loadCore, pin } from './cached-rate.ts';
import { fillReplica } from './fill-replica.ts';
import { type SteadyLoad, sendSteadyLoad } from './steady-load.ts';

const pageCount = 500;
const perLocale = Math.ceil(pageCount / locales.length);
const perSecond = 500;
const seconds = 20;
const publishAfterMs = 5000;
/** In this time every page gets its final compression, and the first comparison with Strapi ends. */
const warmUpMs = 30_000;
const giveUpAfterMs = 60_000;
const newLabel = 'Open an account under load';

/**
 * @param texts the number of texts in the replica. Those that are not in the demonstration are not in Strapi either, so the site holds their removal.
 * @param environment of the site, besides what it needs.
 * @throws when a page is still old after a minute.
 */
export async function measurePublish(
  texts: number,
  environment: Record<string, string> = {},
): Promise<SteadyLoad & { texts: number; pages: number; allNewMs: number }> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerfront-publish-'));
  if (texts > 0) await fillReplica(join(folder.path, 'mirror-strapi.sqlite'), texts);
  const port = String(await freePort());
  const strapi = await startStrapi({ environment: { SITE_URL: `http://127.0.0.1:${port}` } });
  const site = await startBuiltSite({
    PORT: port,
    DATA_DIR: folder.path,
    STRAPI_URL: strapi.url,
    STRAPI_TOKEN: apiToken,
    STRAPI_WEBHOOK_SECRET: webhookSecret,
    LOG_LEVEL: 'silent',
    ...environment,
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
    // Visitors read all languages at the same time.
    const mixed = paths.toSorted((one, other) => (paths.indexOf(one) % perLocale) - (paths.indexOf(other) % perLocale));
    await wait(warmUpMs);
    if (strapi.process.pid) pin(strapi.process.pid, loadCore);
    // In production Strapi runs on another machine. Here it shares a core with the visitors and must not slow them down.
    setPriority(strapi.process.pid ?? 0, constants.priority.PRIORITY_LOW);
    const editor = await StrapiEditor.login(strapi.url);
    const loading = sendSteadyLoad({ url: site.url, perSecond, seconds, paths: mixed }, ['taskset', '-c', loadCore]);
    pin(process.pid, loadCore);
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    await wait(publishAfterMs);
    await editor.edit('header', 'header', 'en', (draft) => ({ ...draft, signupButtonText: newLabel }));
    const published = performance.now();
    const english = paths.filter((path) => !/^\/(?:es|it)(?:\/|$)/.test(path));
    for (const path of english) {
      while (!(await page(path)).includes(newLabel)) {
        if (performance.now() - published > giveUpAfterMs) throw new Error(`${path} is still old after a minute`);
        await wait(50);
      }
    }
    const allNewMs = performance.now() - published;
    return { texts, pages: paths.length, allNewMs, ...(await loading) };
  } finally {
    await site.stop();
    await strapi.stop();
  }
}
