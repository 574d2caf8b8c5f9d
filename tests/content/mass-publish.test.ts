/**
 * A publish that every page shows: visitors who ask one after the other get each page new; of many who ask at once, most get the page as it was and
 * nobody waits for all the renders (`server/pages/stale-pages.ts`).
 */
import { afterEach, expect, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { builtRenderer } from '../sites/built-renderer.ts';
import { allPaths } from '../sites/site-paths.ts';
import { type EditedSite, startEditedSite } from '../sites/edited-site.ts';

let site: EditedSite;
afterEach(() => site.stop());

const publish = (label: string) =>
  site.edit(() => {
    for (const locale of locales) site.wire('header', 'header', locale)['signupButtonText'] = label;
  });

async function get(path: string): Promise<string> {
  const response = await fetch(`${site.url}${path}`, {
    headers: { 'user-agent': 'visitor', 'accept-encoding': 'gzip' },
  });
  expect(`${path} ${response.status}`).toBe(`${path} 200`);
  return response.text();
}

/** Pages of every kind: each third one, in its language. */
async function somePaths(): Promise<string[]> {
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
  'a single visitor gets each page fresh; of many visitors none waits for the renders of the others',
  { timeout: 300_000 },
  async () => {
    site = await startEditedSite({ rendering: { renderer: async () => builtRenderer } });
    const paths = await somePaths();
    for (const path of paths) await get(path);
    await publish('First label');
    for (const path of paths) expect((await get(path)).includes('First label'), path).toBe(true);

    await publish('Second label');
    const some = paths.slice(0, 100);
    const pages = await Promise.all(some.map((path) => get(path)));
    expect(pages.filter((html) => html.includes('First label')).length).toBeGreaterThan(50);
    for (const path of some) expect((await get(path)).includes('Second label'), path).toBe(true);
  },
);
