/** `/trading-hours` in a browser: the visitor's own clock, a chosen one that is kept, the line for now; and all of it without a script. */
import type { BrowserContextOptions } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { findMarketState } from '../../content/hours/open-spans.ts';
import { buildWeek } from '../../content/hours/week-view.ts';
import { minute, findMonday, findWallTime } from '../../content/hours/zoned-time.ts';
import { readShortNames } from '../../site/i18n/day-names.ts';
import { fill } from '../../site/i18n/fill.ts';
import { messages } from '../../site/i18n/translate.ts';
import { formatClock, formatDuration, formatMoment } from '../../site/ui/hours-text.ts';
import { axeFaults } from '../axe.ts';
import { type WatchedPage, sharedChromium, openPage } from '../browser.ts';
import { demonstrationReplica } from '../sites/demonstration.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

const replica = await demonstrationReplica();
const words = { ...messages.en.hours, ...readShortNames('en') };

/** The time on the clock of every page, so that no minute passes between a page and its test. */
const now = Date.now();

async function openAt(options: BrowserContextOptions): Promise<WatchedPage> {
  const opened = await openPage(browser, options);
  await opened.page.clock.setFixedTime(now);
  return opened;
}

/** The state of a market in its row. */
function stateNow(id: string, zone: string): string {
  const calendar = replica.reader().get('trading-calendar', id, 'en');
  if (!calendar) throw new Error(`There is no calendar ${id}.`);
  const moment = Math.floor(now / 30_000) * 30_000;
  const { open, until } = findMarketState(calendar, moment);
  const end = until ?? Number.NaN;
  const values = { time: formatMoment(end, moment, zone, words), duration: formatDuration(end - moment, words) };
  return `${open ? words.open : words.closed} · ${fill(open ? words.closes : words.opens, values)}`;
}

/** `lun 03:00` */
function clockNow(zone: string, weekdays: readonly string[]): string {
  const { weekday, minutes } = findWallTime(now, zone);
  return `${weekdays[weekday]} ${formatClock(minutes)}`;
}

test('the page shows the zone of the visitor and the open markets, as soon as they are in view', async () => {
  const zone = 'Asia/Kolkata';
  const { page, faults } = await openAt({
    timezoneId: zone,
    bypassCSP: true,
    viewport: { width: 320, height: 100 },
  });
  await page.goto(`${siteUrl}/trading-hours`);
  const row = page.locator('#forex');
  expect(await page.locator('is-land').getAttribute('data-state')).toBeNull();
  await row.scrollIntoViewIfNeeded();
  await page.locator('is-land[data-state=live]').waitFor({ state: 'attached' });
  for (const id of ['forex', 'lse', 'tse'])
    await expect
      .poll(async () => (await page.locator(`#${id} p`).nth(1).textContent()) === stateNow(id, zone))
      .toBe(true);
  await expect
    .poll(async () =>
      (await page.locator('main').textContent())?.includes(`it is now ${clockNow(zone, words.weekdays)}`),
    )
    .toBe(true);
  const week = buildWeek(findMonday(findWallTime(now, zone).date), zone);
  await expect
    .poll(
      async () =>
        Math.abs(
          Number(/^M(\d+) 0v20$/.exec((await row.locator('svg path').last().getAttribute('d')) ?? '')?.[1]) -
            (now - week.from) / minute,
        ) < 2,
    )
    .toBe(true);
  expect(await page.getByLabel('City or time zone').inputValue()).toMatch(/^Asia\/(?:Kolkata|Calcutta)$/);
  // The rest of the page is on the same clock.
  for (const time of await page.locator('time[data-clock]').all()) {
    const at = Date.parse((await time.getAttribute('datetime')) ?? '');
    expect(await time.textContent()).toContain(formatClock(findWallTime(at, zone).minutes));
  }
  expect(await axeFaults(page)).toEqual([]);
  expect(faults()).toEqual([]);
});

test('a chosen zone is shown at once, by keyboard, and kept for the next visit', async () => {
  const { page, faults } = await openAt({ timezoneId: 'Europe/Madrid' });
  const { weekdays } = readShortNames('es');
  const shows = async (zone: string) => {
    const text = async () => (await page.locator('main').textContent()) ?? '';
    await expect.poll(async () => (await text()).includes(`ahora, ${clockNow(zone, weekdays)}`)).toBe(true);
  };
  await page.goto(`${siteUrl}/es/trading-hours?week=2026-12-09`);
  await page.locator('#week').scrollIntoViewIfNeeded();
  await shows('Europe/Madrid');
  expect(await page.locator('#tse').textContent()).toContain('lun–vie 01:00–03:30, 04:30–07:30');
  const field = page.getByLabel('Ciudad o zona horaria');
  await field.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Nueva York');
  await shows('America/New_York');
  expect(await page.locator('#tse').textContent()).toContain('dom–jue 19:00–21:30, 22:30–01:30');
  await page.keyboard.press('Tab');
  await page.reload();
  await page.locator('#week').scrollIntoViewIfNeeded();
  await shows('America/New_York');
  expect(await field.inputValue()).toBe('America/New_York');
  await field.fill('Atlántida');
  await field.blur();
  await page.getByText('No existe la zona horaria «Atlántida»').waitFor();
  await shows('America/New_York');
  expect(faults()).toEqual([]);
});

test('the zone of the device is shown but not stored, so that it changes when the visitor travels', async () => {
  const { page } = await openAt({ timezoneId: 'Asia/Tokyo' });
  await page.goto(`${siteUrl}/trading-hours`);
  await page.locator('[name=zone]').focus();
  await page.locator('is-land[data-name=market-hours][data-state=live]').waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('[name=zone]').inputValue()).toBe('Asia/Tokyo');
  expect(await page.evaluate(() => localStorage.getItem('time-zone'))).toBeNull();
});

test('the form answers without a script: zone, state and the line for now', async () => {
  const { page, faults } = await openAt({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 780 },
  });
  await page.goto(`${siteUrl}/it/trading-hours`);
  expect(await page.locator('#nyse strong').count()).toBe(0);
  await page.getByLabel('Città o fuso orario').fill('Roma');
  await page.getByRole('button', { name: 'Mostra' }).click();
  expect(new URL(page.url()).searchParams.get('zone')).toBe('Roma');
  expect(await page.locator('#nyse strong').textContent()).toMatch(/^(?:Aperto|Chiuso)$/);
  expect(await page.locator('#borsa-italiana').textContent()).toMatch(/09:00–17:30/);
  expect(await page.locator('#forex svg path').count()).toBe(3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(faults()).toEqual([]);
});

test('the script takes over an answer of the form without a console message', async () => {
  const { page, faults } = await openAt({ timezoneId: 'Europe/Rome' });
  await page.goto(`${siteUrl}/trading-hours?zone=Sydney&week=2027-01-01`);
  await page.locator('#week').scrollIntoViewIfNeeded();
  await page.locator('is-land[data-state=live]').waitFor({ state: 'attached' });
  expect(await page.locator('#asx').textContent()).toContain('10:00–16:00');
  expect(await page.locator('#nyse').textContent()).toContain('Fri 1 Jan: closed, New Year’s Day');
  expect(await page.getByText('All times are those of Australia/Sydney').count()).toBe(1);
  expect(faults()).toEqual([]);
});
