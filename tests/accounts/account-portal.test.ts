/** With a separate portal for clients (`CLIENT_PORTAL_URL`), the site hands confirmed and signed-in people over to it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { Visitor, addressHeader, password, registerFast, startAccountSite } from '../sites/account-site.ts';
import { type WatchedPage, sharedChromium, lookAt, openPage } from '../browser.ts';

const portal = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><html lang="en"><title>Portal</title><link rel="icon" href="data:,"><h1>${request.method} at the portal</h1>`,
  );
});

await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
const site = await startAccountSite('sqlite', { CLIENT_PORTAL_URL: `${origin}/welcome?from=site` });
const browser = await sharedChromium();
afterAll(async () => {
  await site.stop();
  portal.close();
});

async function press({ page }: WatchedPage, name: string): Promise<void> {
  await lookAt(page);
  await page.getByRole('main').getByRole('button', { name, exact: true }).click();
}

/** Follows the redirects to the portal. @returns the heading of the portal, then every console error on the way. */
async function atPortal({ page, complaints }: WatchedPage): Promise<string[]> {
  await page.waitForURL(`${origin}/welcome?from=site`);
  return [(await page.locator('h1').textContent()) ?? '', ...complaints];
}

test.each([true, false])('confirmation and sign-in lead to the portal, JavaScript %s', async (javaScriptEnabled) => {
  const email = `portal-${javaScriptEnabled}@example.com`;
  await registerFast(new Visitor(site.url), email);
  const guest = await openPage(browser, {
    javaScriptEnabled,
    extraHTTPHeaders: { [addressHeader]: javaScriptEnabled ? '10.8.0.1' : '10.8.0.2' },
  });
  const { page } = guest;
  await page.goto((await site.mailTo(email, /Confirm/)).link);
  // This browser did not register: the password proves that the registration was the visitor's own.
  await page.locator('#password').fill(password);
  await press(guest, 'Confirm the address');
  expect(await atPortal(guest)).toEqual(['GET at the portal']);

  await page.goto(`${site.url}/login`);
  await page.locator('#email').fill(email);
  await page.locator('#password').fill('Wrong1!pw');
  await press(guest, 'Log in');
  await page.getByText('E-mail address and password do not match an account.').waitFor();
  guest.complaints.splice(0);
  await page.locator('#password').fill(password);
  await press(guest, 'Log in');
  expect(await atPortal(guest)).toEqual(['GET at the portal']);

  // A visitor who returns to the site's own login page sees that they are signed in, and a link to the portal.
  await page.goto(`${site.url}/login`);
  await page.getByText('You are signed in').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Go to your account', exact: true }).click();
  expect(await atPortal(guest)).toEqual(['GET at the portal']);
  await page.goto(`${site.url}/login`);
  await press(guest, 'Sign out');
  await page.getByText('You are signed out.').waitFor();
});

test('forms may lead only to the site and to the portal', async () => {
  const policy = (await new Visitor(site.url).get('/login')).headers.get('content-security-policy') ?? '';
  expect(/form-action ([^;]*)/.exec(policy)?.[1]).toBe(`'self' ${origin}`);
});
