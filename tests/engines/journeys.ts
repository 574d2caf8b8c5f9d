/**
 * The main journeys of visitors, with real clicks and keys in an engine other than Chromium (docs/decisions/0023-browsers-of-the-tests.md). Each journey
 * is written once; `firefox.test.ts` and `webkit.test.ts` run it. Chromium has its own, deeper tests.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { translator } from '../../site/i18n/translate.ts';
import { isArrived } from '../navigation/arrival.ts';
import { until } from '../until.ts';
import type { EnginePage } from './engine.ts';
import { describeFormJourneys } from './form-journeys.ts';
import {
  type EngineSite,
  type Launch,
  arrived,
  expectNoComplaint,
  fill,
  readPath,
  scriptsReady,
  seen,
  shows,
  startEngineSite,
} from './engine-site.ts';

const bar = '#cc-main .cm';
const preferences = '#cc-main .pm';
const dark = 'rgb(14, 22, 19)';
const light = 'rgb(251, 250, 246)';

const heading = (page: EnginePage) => page.run(() => document.querySelector('main h1')?.textContent);
const ground = (page: EnginePage) => page.run(() => getComputedStyle(document.documentElement).backgroundColor);
const scrolled = (page: EnginePage) => page.run(() => scrollY);

/** Waits until the bar or the preferences stand still, because a click on a moving button may miss it. */
const stands = (page: EnginePage, box: string) =>
  seen(
    page,
    box,
    (one) => {
      const found = document.querySelector(one);
      return (
        found && getComputedStyle(found).visibility === 'visible' && found.getAnimations({ subtree: true }).length === 0
      );
    },
    box,
  );

const isGone = (page: EnginePage, box: string) =>
  seen(
    page,
    `no ${box}`,
    (one) => document.querySelector(one)?.checkVisibility({ visibilityProperty: true }) !== true,
    box,
  );

/** Reads the categories of the stored consent record; null without a record. */
const consented = (page: EnginePage) =>
  page.run(() => {
    const value = /(?:^|; )cc_cookie=([^;]*)/.exec(document.cookie)?.[1];
    return value ? (JSON.parse(decodeURIComponent(value)) as { categories: string[] }).categories : null;
  });

/** Declares the tests of all journeys in one engine. */
export function describeJourneys(launch: Launch): void {
  let site: EngineSite;
  beforeAll(async () => {
    site = await startEngineSite(launch);
  });
  afterAll(() => site.stop());
  // A console error or a failed request fails the journey, too.
  afterEach(() => expectNoComplaint(site));

  test('a link shows the next page at its top, back restores the scroll position, and forward shows the next page', async () => {
    const page = await site.come('/es/forex');
    await scriptsReady(page);
    const first = await heading(page);
    await page.run(() =>
      document.querySelector('main section:nth-of-type(5)')?.scrollIntoView({ behavior: 'instant' }),
    );
    await seen(page, 'the scroll', () => scrollY > 600);
    const link = 'main section a[href="/es/trading-hours"]';
    await page.run(
      (one) => document.querySelector(one)?.scrollIntoView({ block: 'center', behavior: 'instant' }),
      link,
    );
    await page.run(() => void Object.assign(globalThis, { same: true }));
    const scrollPosition = await scrolled(page);
    await page.click(link);
    await arrived(page, '/es/trading-hours');
    await seen(page, 'another heading', (old) => document.querySelector('main h1')?.textContent !== old, first);
    expect(await scrolled(page)).toBe(0);
    // Where there is a Navigation API the page is swapped in, elsewhere it is a document.
    expect(await page.run(() => 'same' in globalThis === 'navigation' in globalThis)).toBe(true);
    await page.run(() => void setTimeout(() => history.back()));
    await arrived(page, '/es/forex');
    await seen(page, 'the first heading', (old) => document.querySelector('main h1')?.textContent === old, first);
    await seen(page, 'where it was', (y) => Math.abs(scrollY - y) < 60, scrollPosition);
    await page.run(() => void setTimeout(() => history.forward()));
    await arrived(page, '/es/trading-hours');
    await seen(page, 'another heading', (old) => document.querySelector('main h1')?.textContent !== old, first);
  });

  test('a link to a question or a clause arrives: open and below the header, on load, after a link, and on the way back', async () => {
    const [question, clause] = ['/faqs#withdrawal-time', '/legal/terms-of-service#7.4'];
    const page = await site.come(question);
    const arrives = (path: string) =>
      until(async () => (await page.run(isArrived, path).catch(() => '')) === 'arrived', path);
    await scriptsReady(page);
    await arrives(question);
    // The visitor leaves from where the question is; a driver would scroll to the link.
    await page.run(
      (path) =>
        void setTimeout(() => {
          const link = document.querySelector('main a');
          link?.setAttribute('href', path);
          (link as HTMLAnchorElement).click();
        }),
      clause,
    );
    await arrives(clause);
    await page.run(() => void setTimeout(() => history.back()));
    await arrives(question);
    expect(await page.run(isArrived, question)).toBe('arrived');
  });

  test('typed text is restored after a link and back', async () => {
    const page = await site.come('/contact', { width: 1280 });
    await scriptsReady(page);
    await fill(page, '#message', 'A long question');
    await page.click('body > footer a[href="/about"]');
    await arrived(page, '/about');
    // Firefox forgets a way back that is asked for while the page is still loading.
    await scriptsReady(page);
    await page.run(() => void setTimeout(() => history.back()));
    await arrived(page, '/contact');
    await seen(
      page,
      'the text',
      () => document.querySelector<HTMLTextAreaElement>('#message')?.value === 'A long question',
    );
    expect(await readPath(page)).toBe('/contact');
  });

  test('the menu opens, closes on Escape, and leads to a page; the chosen language is kept', async () => {
    const page = await site.come('/about', { width: 360 });
    await scriptsReady(page);
    // Firefox has a scrollbar that takes up width, which media queries count.
    for (const width of [360, 384]) {
      await page.resize(width, 844);
      expect(await page.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    }
    const open = () => page.run(() => document.querySelector('#site-menu')?.matches(':popover-open'));
    await page.click('[popovertarget]');
    expect(await open()).toBe(true);
    await page.press('Escape');
    await seen(page, 'the closed menu', () => !document.querySelector('#site-menu')?.matches(':popover-open'));
    await page.click('[popovertarget]');
    await page.click('#site-menu details:first-of-type > summary');
    await shows(page, '#site-menu a[href="/forex"]');
    await page.click('#site-menu a[href="/forex"]');
    await arrived(page, '/forex');
    expect(await open()).toBe(false);

    await page.click('[data-header] details[data-menu]:has([data-language]) > summary');
    await page.click('[data-language="it"]');
    await arrived(page, '/it/forex');
    expect(await page.run(() => document.documentElement.lang)).toBe('it');
    await page.open(`${site.url}/about`);
    expect(await page.run(() => document.cookie.includes('locale=it'))).toBe(true);
  });

  describe('consent', () => {
    test.each([
      ['all', ['necessary', 'analytics', 'ads']],
      ['necessary', ['necessary']],
    ] as const)('stores and proves the answer %s, and does not ask again', async (role, categories) => {
      const page = await site.come('/it/forex', { visitor: true });
      await shows(page, bar, translator('it')('consent.title'));
      await stands(page, bar);
      site.front.requests();
      await page.click(`${bar} [data-role=${role}]`);
      await until(() => site.front.requests().includes('POST /api/consent'), 'the proof');
      expect(await consented(page)).toEqual(categories);
      await page.open(`${site.url}/it/about`);
      await scriptsReady(page);
      expect(await page.run(() => document.querySelector('#cc-main'))).toBeNull();
    });

    test('saves one category chosen in the preferences, and shows the choice again', async () => {
      const page = await site.come('/es/forex', { visitor: true, width: 1280 });
      await stands(page, bar);
      // Buttons must not touch each other.
      const gaps = await page.run((one) => {
        const boxes = [...document.querySelectorAll(`${one} button`)].map((button) => button.getBoundingClientRect());
        return boxes.slice(1).map((box, index) => {
          const previousBox = boxes[index] as DOMRect;
          return Math.max(box.left - previousBox.right, box.top - previousBox.bottom);
        });
      }, bar);
      expect(gaps.every((gap) => gap >= 8)).toBe(true);
      await page.click(`${bar} [data-role=show]`);
      await stands(page, preferences);
      // The switch is a hidden box under a drawn one, which no driver clicks.
      await page.run(
        (one) => document.querySelector<HTMLInputElement>(`${one} [value=analytics]`)?.click(),
        preferences,
      );
      await page.click(`${preferences} [data-role=save]`);
      await seen(page, 'the record', () => document.cookie.includes('cc_cookie'));
      expect(await consented(page)).toEqual(['necessary', 'analytics']);
      await scriptsReady(page);
      // While it closes, it lies over the link.
      await isGone(page, preferences);
      await page.click('[data-cookie-settings]');
      await stands(page, preferences);
      expect(
        await page.run(
          (one) =>
            [...document.querySelectorAll<HTMLInputElement>(`${one} [value=analytics], ${one} [value=ads]`)].map(
              ({ checked }) => checked,
            ),
          preferences,
        ),
      ).toEqual([true, false]);
      await page.press('Escape');
      await isGone(page, preferences);
    });
  });

  describeFormJourneys(() => site);

  test('a theme chosen in the footer is kept', async () => {
    const page = await site.come('/it/about', { width: 1280 });
    await shows(page, '[data-theme-choice]');
    expect(await ground(page)).toBe(light);
    await page.click('[data-theme-choice] label:has([value=dark])');
    await seen(page, 'dark', (colour) => getComputedStyle(document.documentElement).backgroundColor === colour, dark);
    await scriptsReady(page);
    await page.open(`${site.url}/it/forex`);
    await arrived(page, '/it/forex');
    expect(await ground(page)).toBe(dark);
    await page.click('[data-theme-choice] label:has([value=system])');
    await seen(page, 'light', (colour) => getComputedStyle(document.documentElement).backgroundColor === colour, light);
    expect(await readPath(page)).toBe('/it/forex');
  });
}
