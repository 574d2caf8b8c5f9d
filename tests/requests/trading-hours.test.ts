/**
 * `/trading-hours` without a browser: the cached page is the same for everybody, the form's answer is of its moment, and each market has a calendar
 * file.
 */
import { expect, inject, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { messages } from '../../site/i18n/translate.ts';
import { readDemonstration } from '../sites/demonstration.ts';

const siteUrl = inject('siteUrl');
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${siteUrl}${path}`, { headers });
const ids = (await readDemonstration()).documents
  .filter(({ type, locale }) => type === 'trading-calendar' && locale === 'en')
  .map(({ wire }) => (wire as { id: string }).id);
/** Reads the state of each market; empty while the page does not depend on the current time. */
const states = (html: string) =>
  [...html.matchAll(/<p class="[^"]*state[^"]*"[^>]*>(.*?)<\/p>/g)].map(([, text = '']) => text);

test.each(locales)(
  'the page without a query is in UTC, cached, and does not depend on the current time (%s)',
  async (locale) => {
    const response = await get(localePath('/trading-hours', locale));
    const html = await response.text();
    expect(response.headers.get('cache-control')).toContain('s-maxage');
    expect(states(html)).toEqual(ids.map(() => ''));
    expect(html).toContain(messages[locale].hours.inUtc);
    expect(html).not.toContain('noindex');
    // Only the parameters of the page change it.
    const other = await get(`${localePath('/trading-hours', locale)}?utm_source=x&zone=`);
    expect([await other.text(), other.headers.get('etag')]).toEqual([html, response.headers.get('etag')]);
  },
);

test.each(locales)(
  'the home page has the week of the first markets, and the same bytes for all (%s)',
  async (locale) => {
    const html = await (await get(localePath('/', locale))).text();
    const { today, openBrief, closedToday } = messages[locale].hours;
    const brief = html.split('id="markets-now"')[1]?.split('</section>')[0] ?? '';
    expect(brief).toContain(today);
    expect(brief.match(/<a href="[^"]*\/trading-hours#[\w-]+"/g)).toHaveLength(5);
    // At weekends markets are closed.
    expect(brief.match(new RegExp(`>(?:\\d\\d:\\d\\d–\\d\\d:\\d\\d|${closedToday})`, 'g'))).toHaveLength(5);
    expect(brief).not.toContain(openBrief.split('{')[0]);
    expect(await (await get(localePath('/', locale), { 'x-country': 'MX', cookie: 'a=b' })).text()).toBe(html);
  },
);

test.each(locales)(
  'the answer to the form shows the open markets, is in the chosen zone, and is not cached (%s)',
  async (locale) => {
    const response = await get(`${localePath('/trading-hours', locale)}?zone=Tokyo&now=1`);
    const html = await response.text();
    const { open, closed } = messages[locale].hours;
    expect(
      states(html).every((text) => text.startsWith(`<strong>${open}`) || text.startsWith(`<strong>${closed}`)),
    ).toBe(true);
    expect(states(html)).toHaveLength(ids.length);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(html).toMatch(/<meta name="robots" content="noindex/);
    expect(html).toContain(`<link rel="canonical" href="${siteUrl}${localePath('/trading-hours', locale)}"`);
    // Tokyo keeps its hours on its own clock, on any day of the year.
    expect(html).toMatch(/09:00–11:30, 12:30–15:30/);
    expect(html).toContain('Asia/Tokyo');
  },
);

test.each(locales)(
  'a zone that does not exist gets a message in the language, and the typed text stays (%s)',
  async (locale) => {
    const typed = 'Atlantis "<b>';
    const html = await (await get(`${localePath('/trading-hours', locale)}?zone=${encodeURIComponent(typed)}`)).text();
    const escaped = typed.replace('"', '&quot;').replace('<', '&lt;').replace('>', '&gt;');
    expect(html).toContain(messages[locale].hours.zoneUnknown.replace('{zone}', escaped));
    expect(html).toContain(`value="${escaped}"`);
    expect(html).toContain('aria-invalid="true"');
    expect(html).not.toContain('<b>"');
  },
);

test('a week with holidays has their names', async () => {
  const html = await (await get('/es/trading-hours?week=2026-12-24&zone=Madrid')).text();
  expect(html).toContain('vie 25 dic: cerrado, Navidad');
  expect(html).toContain('jue 24 dic: cierra a las 19:00, Nochebuena');
});
