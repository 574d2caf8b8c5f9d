/** `/trading-hours` in a browser: the visitor's own clock, a chosen one that is kept, the line for now; and all of it without a script. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaults } from '../axe.ts';
import { launchChromium, openPage } from '../browser.ts';

const siteUrl = inject('siteUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

test('shows the visitor’s own clock and what is open, as soon as it is in view', async () => {
  const { page, faults, close } = await openPage(browser, {
    timezoneId: 'Asia/Kolkata',
    bypassCSP: true,
    viewport: { width: 1280, height: 200 },
  });
  await page.clock.setFixedTime(new Date('2026-11-24T10:00:00Z'));
  await page.goto(`${siteUrl}/trading-hours`);
  const row = page.locator('#lse');
  expect(await page.locator('is-land').getAttribute('data-state')).toBeNull();
  await row.scrollIntoViewIfNeeded();
  await page.getByText('Open closes 22:00').first().waitFor();
  expect(await page.getByText('where it is Tue 15:30 now').count()).toBe(1);
  expect(await row.textContent()).toContain('Mon–Fri 13:30–22:00');
  expect(await page.getByLabel('City or time zone').inputValue()).toMatch(/^Asia\/(?:Kolkata|Calcutta)$/);
  // Tuesday 15:30, in minutes from Monday.
  expect(await row.locator('svg path').last().getAttribute('d')).toBe(`M${1440 + 15 * 60 + 30} 0v20`);
  expect(await axeFaults(page)).toEqual([]);
  expect(faults()).toEqual([]);
  await close();
});

test('a chosen zone is shown at once, by keyboard, and kept for the next visit', async () => {
  const { page, faults, close } = await openPage(browser, { timezoneId: 'Europe/Madrid' });
  await page.clock.setFixedTime(new Date('2026-11-23T02:00:00Z'));
  await page.goto(`${siteUrl}/es/trading-hours`);
  await page.locator('#week').scrollIntoViewIfNeeded();
  await page.getByText('donde ahora es lun 03:00').waitFor();
  const field = page.getByLabel('Ciudad o zona horaria');
  await field.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Nueva York');
  // There it is still Sunday, so the week is the one before.
  await page.getByText('donde ahora es dom 21:00').waitFor();
  // Not on that Sunday evening: it is a Monday in Tokyo, and a holiday.
  expect(await page.locator('#tse').textContent()).toContain('lun–jue 19:00–21:30, 22:30–01:30');
  await page.keyboard.press('Tab');
  await page.reload();
  await page.locator('#week').scrollIntoViewIfNeeded();
  await page.getByText('donde ahora es dom 21:00').waitFor();
  expect(await field.inputValue()).toBe('America/New_York');
  await field.fill('Atlántida');
  await field.blur();
  await page.getByText('No existe la zona horaria «Atlántida»').waitFor();
  expect(await page.getByText('donde ahora es dom 21:00').count()).toBe(1);
  expect(faults()).toEqual([]);
  await close();
});

test('without a script the form answers: zone, state and the line for now', async () => {
  const { page, faults, close } = await openPage(browser, {
    javaScriptEnabled: false,
    viewport: { width: 360, height: 780 },
  });
  await page.goto(`${siteUrl}/it/trading-hours`);
  expect(await page.locator('#nyse strong').count()).toBe(0);
  await page.getByLabel('Città o fuso orario').fill('Roma');
  await page.getByRole('button', { name: 'Mostri' }).click();
  expect(new URL(page.url()).searchParams.get('zone')).toBe('Roma');
  expect(await page.locator('#nyse strong').textContent()).toMatch(/^(?:Aperto|Chiuso)$/);
  expect(await page.locator('#borsa-italiana').textContent()).toMatch(/09:00–17:30/);
  expect(await page.locator('#forex svg path').count()).toBe(3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(faults()).toEqual([]);
  await close();
});

test('the script takes over an answer of the form without a word of complaint', async () => {
  const { page, faults, close } = await openPage(browser, { timezoneId: 'Europe/Rome' });
  await page.goto(`${siteUrl}/trading-hours?zone=Sydney&week=2027-01-01`);
  await page.locator('#week').scrollIntoViewIfNeeded();
  await page.locator('is-land[data-state=live]').waitFor({ state: 'attached' });
  expect(await page.locator('#asx').textContent()).toContain('10:00–16:00');
  expect(await page.locator('#nyse').textContent()).toContain('Fri 1 Jan: closed, New Year’s Day');
  expect(await page.getByText('All times are those of Australia/Sydney').count()).toBe(1);
  expect(faults()).toEqual([]);
  await close();
});
