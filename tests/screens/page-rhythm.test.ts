/**
 * How pages are composed (issue “break the skeleton”): none is longer than people scroll, no drawing is on two pages, and no page repeats one
 * shape of section more than twice. What does not hold yet is listed here, and what is listed must really break its rule: the lists only shrink.
 * @module-tag exhaustive
 */
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { load } from 'js-yaml';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Locale, locales } from '../../content/locales.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { staticPaths } from '../../content/static-paths.ts';
import { launchChromium } from '../browser.ts';

const siteUrl = inject('siteUrl');

/** Pixels, by the width of the window. */
const maxHeight = { 1440: 6500, 390: 10_500 } as const;

/** Reference works and legal texts are as long as what they list. */
const tooLong: readonly string[] = ['/cookie-disclosure', '/privacy-policy'];

/** Pictures that more than one page shows: the platforms, on home and on their own pages, in both themes. */
const shared: readonly string[] = ['app', 'mt5', 'web'].flatMap((view) =>
  ['light', 'dark'].map((theme) => `platform-${view}-en-wide-${theme}.svg`),
);

/** Pages with a shape that comes three times or more. */
const repetitive: readonly string[] = [];

interface Look {
  path: string;
  locale: Locale;
  heights: Record<keyof typeof maxHeight, number>;
  drawings: string[];
  shapes: string[];
}

let browser: Browser;
const looks: Look[] = [];

/** A page that is listed as too long is looked at in Spanish, whose words are longest, and in English for its drawings. */
const pathsIn = (locale: Locale) =>
  Object.values(staticPaths).filter((path) => locale === 'es' || locale === 'en' || !tooLong.includes(path));

async function look(locale: Locale): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  // Without scripts nothing asks for consent, and no island changes its height. Pictures have their size in the HTML.
  await page.route('**/*.{js,svg,webp,avif,png}', (route) => route.abort());
  for (const path of pathsIn(locale)) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(siteUrl + localePath(path, locale));
    const measured = await page.evaluate(() => {
      const classes = (element: Element) =>
        [...element.classList].filter((name) => !/^(?:plain|band|dark)-/.test(name)).join('.');
      // A section without a class is identified by its content.
      const shapeOf = (element: Element): string =>
        classes(element) ||
        (element.firstElementChild ? `${element.tagName}>${shapeOf(element.firstElementChild)}` : element.tagName);
      const isTeaser = (image: Element) =>
        image.closest('a') !== null ||
        image.closest('li, article')?.querySelector('a[href*="/news/"], a[href*="/education/"]');
      return {
        drawings: [...document.querySelectorAll('main img')]
          .filter((image) => !isTeaser(image))
          .map((image) => image.getAttribute('src') ?? ''),
        shapes: [...document.querySelectorAll('main > section')].map((section) =>
          [section, ...[...section.children].filter(({ localName }) => localName !== 'header')].map(shapeOf).join(' '),
        ),
        wide: document.documentElement.scrollHeight,
      };
    });
    await page.setViewportSize({ width: 390, height: 900 });
    const narrow = await page.evaluate(async (most) => {
      // For some frames lengths in `vw` still have the old width, so only a height that lasts counts.
      const isRight = () => innerWidth === 390 && document.documentElement.scrollHeight <= most;
      for (let frame = 0; frame < 2 || (frame < 60 && !isRight()); frame += 1) await new Promise(requestAnimationFrame);
      return document.documentElement.scrollHeight;
    }, maxHeight[390]);
    looks.push({
      path,
      locale,
      heights: { 1440: measured.wide, 390: narrow },
      drawings: measured.drawings,
      shapes: measured.shapes,
    });
  }
  await page.close();
}

/** The pictures of articles, each on a page of its own. */
async function articlePictures(): Promise<[picture: string, path: string][]> {
  const folders = { news: 'news-articles', education: 'education-articles' };
  const found: [string, string][] = [];
  for (const [kind, folder] of Object.entries(folders))
    for (const file of await readdir(join(projectRoot, 'demo', folder))) {
      if (!file.endsWith('.en.yaml')) continue;
      const text = await readFile(join(projectRoot, 'demo', folder, file), 'utf8');
      const { image, id } = load(text) as { id: string; image?: { file: string } };
      if (image) found.push([image.file, `/${kind}/${id}`]);
    }
  expect(found.length).toBeGreaterThan(20);
  return found;
}

beforeAll(async () => {
  browser = await launchChromium();
  await Promise.all(locales.map(look));
}, 300_000);
afterAll(() => browser.close());

const unique = (all: Iterable<string>) => [...new Set(all)].toSorted();

test('every page is at most 6 500 px long on a desktop and 10 500 px on a phone, in every language', () => {
  const over = looks.flatMap(({ path, locale, heights }) =>
    ([1440, 390] as const).flatMap((width) =>
      heights[width] > maxHeight[width] ? [{ path, is: `${path} ${locale} ${width}: ${heights[width]}` }] : [],
    ),
  );
  expect(looks).toHaveLength(locales.flatMap(pathsIn).length);
  expect(over.filter(({ path }) => !tooLong.includes(path)).map(({ is }) => is)).toEqual([]);
  expect(unique(over.map(({ path }) => path))).toEqual(tooLong.toSorted());
});

test('no diagram is on two pages', async () => {
  const pages = new Map<string, Set<string>>();
  const note = (drawing: string, path: string) => pages.set(drawing, (pages.get(drawing) ?? new Set()).add(path));
  for (const { path, locale, drawings } of looks)
    if (locale === 'en')
      // A diagram is identified by its page, because other diagrams have the same file names.
      for (const source of drawings)
        note(/^\/drawings\/[^/]+\/en\/page\/([^/]+)/.exec(source)?.[1] ?? basename(source), path);
  for (const [drawing, path] of await articlePictures()) note(drawing, path);
  const repeated = [...pages].flatMap(([drawing, paths]) =>
    paths.size > 1 ? [`${drawing}: ${[...paths].join(' ')}`] : [],
  );
  expect(repeated.filter((line) => !shared.includes(line.split(':')[0] ?? ''))).toEqual([]);
  expect(unique(repeated.map((line) => line.split(':')[0] ?? ''))).toEqual(shared.toSorted());
});

test('no page has the same shape of section more than twice', () => {
  const often = looks.flatMap(({ path, locale, shapes }) => {
    const counts = new Map<string, number>();
    for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1);
    return [...counts].flatMap(([shape, count]) =>
      count > 2 ? [{ path, is: `${path} ${locale}: ${count} × ${shape}` }] : [],
    );
  });
  expect(looks.filter(({ shapes }) => shapes.length > 4).length).toBeGreaterThan(30);
  expect(often.filter(({ path }) => !repetitive.includes(path)).map(({ is }) => is)).toEqual([]);
  expect(unique(often.map(({ path }) => path))).toEqual(repetitive.toSorted());
});
