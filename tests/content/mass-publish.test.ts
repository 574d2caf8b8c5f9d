/**
 * A publish that every page shows (docs/decisions/0070-mass-renders-in-a-thread.md): pages are rendered in a thread of their own, are the same as
 * those rendered here, and whoever comes alone never gets the former one.
 */
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { readDocumentAssets } from '../../server/assets/built-assets.ts';
import type { SiteRenderer } from '../../server/pages/site-pages.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { builtRenderer } from '../built-renderer.ts';
import { allPaths } from '../site-paths.ts';
import { type EditedSite, startEditedSite } from './edited-site.ts';

const sites: EditedSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
});

const dist = join(projectRoot, 'dist');
const program = join(dist, 'server/render-worker.js');

/** @returns also how many pages were rendered in this thread. */
async function siteWith(renderProgram?: string) {
  const here = { renders: 0 };
  const renderer: SiteRenderer = {
    ...builtRenderer,
    renderPage(...parameters) {
      here.renders += 1;
      return builtRenderer.renderPage(...parameters);
    },
  };
  const site = await startEditedSite({
    rendering: {
      renderer: async () => renderer,
      documentAssets: () => readDocumentAssets(dist),
      ...(renderProgram ? { renderProgram } : {}),
    },
  });
  sites.push(site);
  return { ...site, here };
}

const publish = (site: EditedSite, label: string) =>
  site.edit(() => {
    for (const locale of locales) site.wire('header', 'header', locale)['signupButtonText'] = label;
  });

async function get(site: EditedSite, path: string): Promise<string> {
  const response = await fetch(`${site.url}${path}`, {
    headers: { 'user-agent': 'visitor', 'accept-encoding': 'gzip' },
  });
  expect(`${path} ${response.status}`).toBe(`${path} 200`);
  return response.text();
}

/** Pages of every kind: each third one, in its language. */
async function pathsOf(site: EditedSite): Promise<string[]> {
  const paths = await Promise.all(
    locales.map(async (locale, turn) =>
      (await allPaths(site.url, locale))
        .filter((path, index) => path !== '/' && index % locales.length === turn)
        .map((path) => localePath(path, locale)),
    ),
  );
  return paths.flat();
}

test(
  'who comes alone gets each page new and as if rendered here; of many at once nobody waits for a render',
  { timeout: 120_000 },
  async () => {
    const [beside, here] = await Promise.all([siteWith(program), siteWith()]);
    const paths = await pathsOf(beside);
    for (const path of paths) await get(beside, path);
    await Promise.all([publish(beside, 'First label'), publish(here, 'First label')]);
    const rendered = beside.here.renders;
    for (const path of paths) {
      const html = await get(beside, path);
      expect(html.includes('First label'), path).toBe(true);
      expect(html === (await get(here, path)), path).toBe(true);
    }
    // Those that no cache keeps are rendered here: the search, and forms that are filled in.
    expect(beside.here.renders - rendered).toBeLessThan(paths.length * 0.1);

    await publish(beside, 'Second label');
    const some = paths.slice(0, 100);
    const pages = await Promise.all(some.map((path) => get(beside, path)));
    expect(pages.filter((html) => html.includes('First label')).length).toBeGreaterThan(50);
    for (const path of some) expect((await get(beside, path)).includes('Second label'), path).toBe(true);
  },
);

test('where the thread cannot be started, pages are rendered here', { timeout: 120_000 }, async () => {
  const site = await siteWith(join(dist, 'server/no-such-program.js'));
  const paths = (await pathsOf(site)).slice(0, 60);
  for (const path of paths) await get(site, path);
  await publish(site, 'First label');
  for (const path of paths) expect((await get(site, path)).includes('First label'), path).toBe(true);
});
