/**
 * A real Chromium that looks like a visitor's: `navigator.webdriver` is false, because the code for consent and country leaves automated
 * browsers alone. Requests to other origins are answered here and recorded.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type ConsentRecord, consentCookie, consentDays, consentRevision } from '../site/consent/consent-record.ts';
import { launchChromium, onScriptError, watchTraffic } from './browser.ts';

export function launchVisitorBrowser(): Promise<Browser> {
  return launchChromium(['--disable-blink-features=AutomationControlled']);
}

let shared: Promise<Browser> | undefined;

/** Such a browser for all files of a worker, which ends with the worker. */
export const sharedVisitorBrowser = (): Promise<Browser> => (shared ??= launchVisitorBrowser());

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Sets the country that the CDN reports from the next page on. */
  moveTo: (country: string) => Promise<void>;
  /** Addresses outside the site that the page requested. */
  thirdParties: string[];
  /** Console errors and exceptions. */
  complaints: string[];
  close: () => Promise<void>;
}

interface VisitorOptions {
  siteUrl: string;
  /** The country that the CDN reports in the header `x-country`. */
  country?: string;
  cookies?: Record<string, string>;
  context?: Parameters<Browser['newContext']>[0];
}

export async function visitor(
  browser: Browser,
  { siteUrl, country = 'ZA', cookies = {}, context: options = {} }: VisitorOptions,
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: siteUrl, locale: 'en-GB', ...options });
  const thirdParties: string[] = [];
  const complaints: string[] = [];
  const page = await context.newPage();
  watchTraffic(page);
  const guest: Visitor = {
    context,
    page,
    thirdParties,
    complaints,
    moveTo: (next) => context.setExtraHTTPHeaders({ 'x-country': next }),
    close: () => context.close(),
  };
  await guest.moveTo(country);
  await context.route(
    (url) => url.origin !== siteUrl,
    async (route) => {
      const href = route.request().url();
      thirdParties.push(href);
      return route.fulfill({
        status: 200,
        contentType: href.includes('/embed/') ? 'text/html' : 'text/javascript',
        body: '',
      });
    },
  );
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: siteUrl })));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  onScriptError(page, ({ message }) => complaints.push(message));
  return guest;
}

/** A valid record as the library would have written it `daysAgo`, encoded as the value of its cookie. */
export function consentCookieValue(over: Partial<ConsentRecord> = {}, daysAgo = 0): string {
  const given = Date.now() - daysAgo * 86_400_000;
  const record: ConsentRecord = {
    categories: ['necessary'],
    services: { necessary: [], analytics: [], ads: [] },
    consentId: '7d3f0a9e-0000-4000-8000-000000000001',
    consentTimestamp: new Date(given).toISOString(),
    lastConsentTimestamp: new Date(given).toISOString(),
    data: null,
    revision: consentRevision,
    languageCode: 'en',
    expirationTime: given + consentDays * 86_400_000,
    ...over,
  };
  return encodeURIComponent(JSON.stringify(record));
}

export async function readConsent(context: BrowserContext): Promise<ConsentRecord | null> {
  const found = (await context.cookies()).find(({ name }) => name === consentCookie);
  return found ? (JSON.parse(decodeURIComponent(found.value)) as ConsentRecord) : null;
}

export const bar = '#cc-main .cm';
export const preferences = '#cc-main .pm';
