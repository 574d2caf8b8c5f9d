/** Errors of the site's scripts in a real Chromium: reported by class and place, without data about the visitor. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rm } from 'node:fs/promises';
import { sharedChromium } from '../browser.ts';
import { newSiteData, type BuiltSite, metricsToken, startBuiltSite } from '../sites/start-built-site.ts';
import { until } from '../until.ts';

let site: BuiltSite;
let dataDir: string;

const browser = await sharedChromium();
// A site counts a limited number of builds and reports.
beforeEach(async () => {
  dataDir = await newSiteData('script-errors');
  site = await startBuiltSite({ DATA_DIR: dataDir });
});
afterEach(async () => {
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const quote = "'Anna typed anna@example.com'";
/** Code at the end of a file of the build; each error is in another column. */
const faulty = `
setTimeout(() => { null[${quote}]() });
setTimeout(() => { throw new RangeError(${quote}) });
Promise.reject(new TypeError('Failed to fetch ' + ${quote}));
${'setTimeout(() => { throw new Error() }, 100);'.repeat(10)}`;

/** Visits a page whose chunk has faults. @param random the result of `Math.random`, which decides whether the page view reports. */
async function visit(random: number) {
  const page = await browser.newPage();
  await page.addInitScript(`Math.random = () => ${random}`);
  await page.route('**/assets/background-*.js', async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, body: `${await response.text()}${faulty}` });
  });
  const sent: { body: string; headers: Record<string, string> }[] = [];
  const errors: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/reports'))
      sent.push({ body: request.postData() ?? '', headers: request.headers() });
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`${site.url}/forex?token=secret`);
  // The stack contains no file of the site.
  await page.evaluate('setTimeout(() => { throw new Error("of an extension") })');
  await until(() => errors.length >= 14, 'the errors');
  return { page, sent };
}

async function metric(series: string): Promise<string | undefined> {
  const answer = await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return (await answer.text()).split('\n').find((line) => line.startsWith(series));
}

test('a page view reports at most five errors, by class and place, without message, page, cookie or visitor', async () => {
  const { page, sent } = await visit(0);
  await until(() => sent.length === 5, 'five reports');
  const build = await page.locator('html').getAttribute('data-build');
  const reports = sent.flatMap(({ body }) => JSON.parse(body) as { type: string; body: Record<string, string> }[]);
  expect(new Set(reports.flatMap(({ body }) => Object.keys(body)))).toEqual(
    new Set(['name', 'class', 'place', 'build']),
  );
  expect(reports.map(({ body }) => `${body['name']} ${body['class']}`).toSorted()).toEqual([
    'Error other',
    'Error other',
    'RangeError other',
    'TypeError missing-value',
    'TypeError network',
  ]);
  for (const { body } of reports) expect(body['place']).toMatch(/^\/assets\/background-[\w-]+\.js:\d+:\d+$/);
  for (const { body, headers } of sent) {
    expect(body).not.toMatch(/anna|secret|forex/i);
    expect([headers['cookie'], headers['referer']]).toEqual([undefined, undefined]);
  }
  await until(() => metric(`browser_script_errors{build="${build}",name="TypeError",class="missing-value"} 1`), 'it');
  expect(await metric(`browser_script_errors{build="${build}",name="RangeError",class="other"} 1`)).toBeDefined();
});

test('four of five page views report nothing', async () => {
  const { sent } = await visit(0.2);
  expect(sent).toEqual([]);
});

test('the log has the place and the browser family, and no invented text of a sender', async () => {
  const { page } = await visit(0);
  await page.close();
  const forgedReport = {
    name: 'anna@example.com',
    class: '<b>',
    place: '/assets/x.js?q=anna:1:1',
    build: 'x'.repeat(100),
  };
  await fetch(`${site.url}/api/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/reports+json', 'user-agent': 'anna/1.0' },
    body: JSON.stringify([{ type: 'script-error', body: forgedReport }]),
  });
  for (let build = 0; build < 15; build += 1)
    await fetch(`${site.url}/api/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/reports+json' },
      body: JSON.stringify([{ type: 'script-error', body: { build: `build-${build}` } }]),
    });
  expect(await metric('browser_script_errors{build="build-14"')).toBeUndefined();
  expect(await metric('browser_script_errors{build="other",name="Error",class="other"}')).toBeUndefined();
  expect(await metric('browser_script_errors{build="other",name="other",class="other"}')).toBeDefined();
  await site.stop();
  expect(site.output()).toMatch(
    /script-error missing-value TypeError \w+ \/assets\/background-[\w-]+\.js:\d+:\d+ Chrome/,
  );
  expect(site.output()).not.toContain('anna');
});
