/** Links of mails carry a secret: it leaves the address before anything is shown, and no script of another company runs where the form carries it. */
import { afterAll, expect, test } from 'vitest';
import { translator } from '../../site/i18n/translate.ts';
import { lookAt, settled } from '../browser.ts';
import { Visitor, member, registerFast, startAccountSite } from '../sites/account-site.ts';
import { adTag } from '../sites/consent-site.ts';
import { consentCookieValue, sharedVisitorBrowser, visitor } from '../visitor-browser.ts';

const site = await startAccountSite('sqlite', { GA_ID: 'G-TEST1234', AD_TAGS: JSON.stringify([adTag]) });
const browser = await sharedVisitorBrowser();
afterAll(() => site.stop());

/** @returns path and secret of the newest link. */
async function mailedLink(kind: 'confirm' | 'token', email: string): Promise<{ path: string; secret: string }> {
  if (kind === 'confirm') await registerFast(new Visitor(site.url), email);
  else {
    await member(site, email);
    await new Visitor(site.url).post('/forgot-password', { intent: 'request', email });
  }
  const { link } = await site.mailTo(email, kind === 'confirm' ? /Confirm/ : /new password/);
  return { path: link.slice(site.url.length), secret: new URL(link).searchParams.get(kind) ?? '' };
}

test.each([
  ['confirm', '/register', { intent: 'confirm-new', password: 'Fresh1!xy' }, '/login?done=confirmed#form'],
  ['token', '/forgot-password', { intent: 'choose', password: 'Fresh1!xy' }, '/login?done=password#form'],
] as const)(
  'the secret of a link with %s leaves the address, and can be used once',
  async (kind, path, fields, done) => {
    const { path: link, secret } = await mailedLink(kind, `${kind}@example.com`);
    const owner = new Visitor(site.url);
    const moved = await owner.get(`/es${link}&utm_source=mail`);
    expect([moved.status, moved.location]).toEqual([303, `/es${path}?utm_source=mail&link=1`]);
    expect([moved.headers.get('referrer-policy'), moved.headers.get('cache-control')]).toEqual([
      'no-referrer',
      'no-store',
    ]);
    const { location } = await owner.get(link);
    for (const _ of ['first', 'reload']) {
      const page = await owner.get(location);
      expect(page.text).toContain(`value="${secret}"`);
      expect(page.text).not.toContain('data-tags');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    }
    // A wrong password shows the form again.
    const refused = await owner.post(location, { ...fields, token: secret, password: 'short' });
    expect([refused.status, refused.text.includes('data-tags'), refused.headers.get('referrer-policy')]).toEqual([
      422,
      false,
      'no-referrer',
    ]);
    expect((await owner.post(location, { ...fields, token: secret })).location).toBe(done);
    expect((await owner.open(link)).text).toContain('This link no longer works');
    const withoutCookies = await new Visitor(site.url).get(location);
    expect(withoutCookies.text).toContain(translator('en')('forms.openLinkAgain'));
  },
);

test('in a browser with consent, neither the address, a tag nor the next document sees the secret', async () => {
  const { path, secret } = await mailedLink('token', 'browser@example.com');
  const guest = await visitor(browser, {
    siteUrl: site.url,
    cookies: {
      cc_cookie: consentCookieValue({
        categories: ['necessary', 'analytics', 'ads'],
        services: { necessary: [], analytics: ['webAnalytics'], ads: [] },
      }),
    },
  });
  const { page } = guest;
  const others: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) others.push(request.url());
  });
  await page.goto(path);
  await settled(page);
  expect(await page.evaluate(() => location.href)).toBe(`${site.url}/forgot-password?link=1`);
  expect(others).toEqual([]);
  await page.evaluate(() => location.assign('/login'));
  await page.waitForURL('**/login');
  await settled(page);
  expect(await page.evaluate(() => document.referrer)).not.toContain(secret);
  expect(others).toContain(adTag.src);
  await page.goBack();
  await page.locator('input[type=password]').waitFor();
  await page.reload();
  await page.locator('input[type=password]').fill('Fresh1!xy');
  await lookAt(page);
  await page.getByRole('main').getByRole('button', { name: 'Set the password' }).click();
  await page.waitForURL(/\/login\?done=password/);
});
