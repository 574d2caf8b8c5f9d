/**
 * What the law wants every visitor to see: the risk warning, the words about the company, and on most pages a notice of the page's own. Looked at on
 * every kind of page, on a phone and a desk, in both themes; it must not matter in which way somebody hides them.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchChromium } from '../browser.ts';
import { isExhaustive, sample, testSample } from '../sampled.ts';
import { textFaults } from '../../tools/checks/risk/seen-text.ts';

const siteUrl = inject('siteUrl');
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
  // Without scripts nothing waits, and what is seen is what everybody gets. Styles are added, which the site's own policy refuses.
  page = await browser.newPage({ javaScriptEnabled: false, bypassCSP: true });
  await page.route(/\.(?:png|svg|jpg|avif|webp)$/, (route) => route.abort());
});
afterAll(() => browser.close());

const looks = [
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  ...(isExhaustive
    ? [{ width: 360, colorScheme: 'light' } as const, { width: 1280, colorScheme: 'dark' } as const]
    : []),
] as const;

/** The texts at the end of every page: their element, and their first words. */
const legalTexts = {
  'the risk warning': {
    selector: 'footer section[aria-label] p',
    en: 'CFDs are complex instruments and come with a high risk of losing money rapidly due to leverage.',
    es: 'Los CFD son instrumentos complejos y conllevan un alto riesgo de perder dinero rápidamente debido al apalancamiento.',
    it: 'I CFD sono strumenti complessi e comportano un rischio elevato di perdere denaro rapidamente a causa della leva.',
  },
  'the company': {
    selector: 'footer p',
    en: 'Company. Veldstone is a trading name of Veldstone Markets (Pty) Ltd, South Africa',
    es: 'Empresa. Veldstone es el nombre comercial de Veldstone Markets (Pty) Ltd, Sudáfrica',
    it: 'Società. Veldstone è il nome commerciale di Veldstone Markets (Pty) Ltd, Sudafrica',
  },
  residents: {
    selector: 'footer p',
    en: 'Where we do not offer our services. The services of this site are not directed at residents of the European Union',
    es: 'Dónde no ofrecemos nuestros servicios. Los servicios de este sitio no se dirigen a residentes de la Unión Europea',
    it: 'Dove non offriamo i nostri servizi. I servizi di questo sito non sono rivolti ai residenti nell’Unione Europea',
  },
};

/** Finds, by text and look, why a person cannot read it; empty when every text is readable. */
async function findFaults(locale: 'en' | 'es' | 'it', hasNotice: boolean): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const texts = Object.entries(legalTexts).map(([name, words]) => ({
    name,
    selector: words.selector,
    start: words[locale],
  }));
  if (hasNotice) texts.push({ name: 'the notice of the page', selector: 'main aside p', start: '' });
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    for (const { name, selector, start } of texts) {
      const faults = await textFaults(page, selector, start);
      if (faults.length > 0) found[`${name} at ${width} px, ${colorScheme}`] = faults;
    }
  }
  return found;
}

/** One address of each layout, and whether the page has a notice of its own (`cms/src/rules/texts/compliance-rules.ts`). */
const layouts = [
  ['/', true],
  ['/forex', true],
  ['/account-types', true],
  ['/cfd-asset-list', true],
  ['/cfd-asset-list/eurusd', false],
  ['/trading-hours', true],
  ['/trading-tools?tool=margin&symbol=EURUSD', true],
  ['/register', true],
  ['/login', false],
  ['/contact', true],
  ['/faqs', false],
  ['/news-center', true],
  ['/news/gold-when-nothing-happens', false],
  ['/education/margin-in-numbers', false],
  ['/job-post/market-analyst-johannesburg', false],
  ['/legal/risk-disclosure', false],
  ['/search?q=gold', false],
  ['/nothing-here', false],
] as const;
const few = new Set<string>([
  '/',
  '/cfd-asset-list/eurusd',
  '/register',
  '/news-center',
  '/legal/risk-disclosure',
  '/nothing-here',
]);

testSample(
  sample(layouts, ([path]) => few.has(path)),
  'the whole risk warning is readable on %s, with a notice of the page: %s',
  async ([path, hasNotice]) => {
    await page.goto(`${siteUrl}${path}`);
    expect(await page.locator('main aside h2').count()).toBe(hasNotice ? 1 : 0);
    expect(await findFaults('en', hasNotice)).toEqual({});
  },
);

testSample(
  sample(['es', 'it'] as const, (locale) => locale === 'es'),
  'the whole risk warning is readable in %s',
  async (locale) => {
    await page.goto(`${siteUrl}/${locale}/forex`);
    expect(await findFaults(locale, true)).toEqual({});
  },
);

// Tests the tests above: they must notice every way in which the warning could be hidden.
test('the check notices every way of hiding a text', async () => {
  await page.goto(`${siteUrl}/login`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
  const { selector, en } = legalTexts['the risk warning'];
  const section = 'footer section[aria-label]';
  const found: Record<string, string> = {};
  for (const style of [
    'footer { display: none }',
    `${section} { visibility: hidden }`,
    `${section} { content-visibility: hidden }`,
    `${section} { opacity: 0 }`,
    `${section} { opacity: 0.5 }`,
    `${section} { filter: blur(4px) }`,
    `${section} { clip-path: inset(50%) }`,
    `${section} { position: absolute; clip: rect(0 0 0 0) }`,
    `${section} { mask-image: linear-gradient(transparent, transparent) }`,
    `${section} { height: 0; overflow: hidden }`,
    `${section} { max-height: 1em; overflow: hidden }`,
    `${section} { position: absolute; left: -9999px }`,
    `${section} { position: relative; transform: translateX(200vw) }`,
    `${section} { position: absolute; top: -9999px }`,
    `${section} p { text-indent: -9999px; white-space: nowrap }`,
    `${section} p { font-size: 1px }`,
    `${section} { transform: scale(0.2) }`,
    `${section} p { color: transparent }`,
    `${section}, ${section} p { background: rgb(20 20 20); color: rgb(30 30 30) }`,
    `${section}, ${section} p { background: white; color: rgb(170 170 170) }`,
    'body::after { content: ""; position: fixed; inset: 0; background: white; pointer-events: none }',
    'footer { position: relative } footer::after { content: ""; position: absolute; inset: 0; background: white }',
  ]) {
    await page.evaluate(
      (content) => {
        const added = document.head.appendChild(document.createElement('style'));
        added.id = 'hiding';
        added.textContent = content;
      },
      style.replaceAll(/;| \}/g, ' !important$&'),
    );
    const faults = await textFaults(page, selector, en);
    await page.evaluate(() => document.querySelector('#hiding')?.remove());
    found[style] = faults.join(', ');
  }
  expect(Object.entries(found).filter(([, faults]) => faults === '')).toEqual([]);
  expect(await textFaults(page, selector, en)).toEqual([]);
});
