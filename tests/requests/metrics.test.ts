/** The access to metrics, and their values after a visit of each kind. */
import { afterAll, expect, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { metricsToken, startBuiltSite } from '../sites/start-built-site.ts';
import { until } from '../until.ts';

const authorized = { headers: { authorization: `Bearer ${metricsToken}` } };

// A start as visitors have it, with the first renders.
const site = await startBuiltSite({ BROKERFRONT_TEST_START: '', LOG_LEVEL: 'error' });
const metricsUrl = `${site.url}/metrics`;
afterAll(() => site.stop());

/** Reads the value of one series, such as `dependency_up{name="database"}`. */
async function metric(series: string): Promise<number | undefined> {
  const text = await (await fetch(metricsUrl, authorized)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test('a process has rendered the home page of each language before its first visitor', async () => {
  const renders = 'page_render_seconds_count{kind="home"}';
  const rendered = await metric(renders);
  expect(rendered).toBe(locales.length);
  for (const locale of locales) await (await fetch(site.url + localePath('/', locale))).arrayBuffer();
  expect(await metric(renders)).toBe(rendered);
});

test.each([
  ['page', '/search?q=gold', {}],
  ['cached', '/forex', {}],
  ['asset', '/assets/none.js', {}],
  ['api', '/api/settings', {}],
  ['form', '/contact', { method: 'POST', body: new URLSearchParams({ name: '' }) }],
] as const)('an answer of the kind %s is counted and timed', async (kind, path, init) => {
  const series = `http_answer_seconds_count{kind="${kind}"}`;
  // The first visit renders the page, and the second gets it from the cache.
  await (await fetch(site.url + path)).arrayBuffer();
  const valueBefore = (await metric(series)) ?? 0;
  await (await fetch(site.url + path, { ...init, headers: { origin: site.url } })).arrayBuffer();
  await until(async () => (await metric(series)) === valueBefore + 1, `one more answer of the kind ${kind}`);
  expect(await metric(`http_answer_seconds_bucket{le="+Inf",kind="${kind}"}`)).toBe(valueBefore + 1);
  expect(await metric(`http_answer_seconds_sum{kind="${kind}"}`)).toBeGreaterThan(0);
});

test('all services of the site are up, and nothing waits', async () => {
  expect(await metric('dependency_up{name="database"}')).toBe(1);
  expect(await metric('outbox_oldest_seconds{channel="mail"}')).toBe(0);
  expect(await metric('content_sync_age_seconds')).toBe(0);
});
