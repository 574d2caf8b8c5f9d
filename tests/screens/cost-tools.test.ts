/** The cost ticket in a browser: it answers while the visitor types, agrees with the server, and hides nothing on a phone. */
import { expect, inject, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { axeFaults } from '../axe.ts';
import { sharedChromium, openPage } from '../browser.ts';
import { sample, testSample } from '../sampled.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

const phone = { viewport: { width: 360, height: 740 } };

test('gold is found by its Spanish name on a phone, the bill follows the typed values, and its link leads to the same bill', async () => {
  const { page } = await openPage(browser, phone);
  await page.goto(`${siteUrl}/es`);
  const tool = page.locator('is-land[data-name=cost-tool]');
  const bill = tool.locator('table');
  await tool.locator('[name=symbol]').fill('oro');
  await bill.locator('caption', { hasText: 'Oro, 0,1 lotes' }).waitFor();
  await tool.locator('[name=lots]').fill('0,5');
  await tool.locator('[name=from]').selectOption('wednesday');
  await tool.locator('[name=account]').selectOption('discovery');
  await bill.getByText('−107,00').waitFor();
  await tool.getByText(/^Oro: (?:abierto|cerrado) ahora/).waitFor();
  // Buttons that open an account take the choice along; those of one account only the currency.
  const buttons = page.locator('main a.button[href*="/register"]');
  const chosen = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('href')?.split('?')[1]));
  const choice = ['discovery', 'discovery', 'prime', 'master', 'discovery'];
  expect(chosen).toEqual(choice.map((account) => `account=${account}&currency=USD#form`));
  const typed = await bill.innerText();
  const link = await tool.getByRole('link', { name: 'Enlace a esta respuesta' }).getAttribute('href');
  // A friend opens the link without a script and gets the same bill from the server.
  const friend = await openPage(browser, { ...phone, javaScriptEnabled: false });
  await friend.page.goto(`${siteUrl}${link}`);
  expect(await friend.page.locator('is-land table').innerText()).toBe(typed);
  await friend.close();

  // Half a number is no mistake while it is typed; when the field is left it is, and the last bill is dimmed.
  await tool.locator('[name=lots]').fill('0,');
  await tool.locator('[name=lots]').fill('x');
  expect(await tool.locator('[name=lots]').getAttribute('aria-invalid')).toBeNull();
  await tool.locator('[name=nights]').focus();
  await tool.locator('[data-field=lots] p', { hasText: '«x» no es un número' }).waitFor();
  expect(await tool.locator('[inert] table').count()).toBe(1);
  await tool.locator('[name=lots]').fill('0,5');
  await tool.locator(':not([inert]) > table').waitFor();
  expect(await bill.innerText()).toBe(typed);
});

test('the answer takes the focus without a script', async () => {
  const { page } = await openPage(browser, { ...phone, javaScriptEnabled: false });
  await page.goto(`${siteUrl}/trading-tools?tool=pip`);
  await page.locator('is-land [name=lots]').press('Enter');
  await page.waitForURL(/lots=/);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('tool');
});

test('the first change on a cached page requests whether the market is open', async () => {
  const { page } = await openPage(browser, phone);
  await page.goto(`${siteUrl}/es/cfd-asset-list/xauusd`);
  const tool = page.locator('is-land[data-name=cost-tool]');
  expect(await tool.getByText(/^Oro: /).count()).toBe(0);
  await tool.locator('[name=nights]').fill('0');
  await tool.getByText(/^Oro: (?:abierto|cerrado) ahora/).waitFor();
  expect(await tool.locator('tr', { hasText: 'Noche' }).count()).toBe(0);
});

const looks = locales.flatMap((locale) => [320, 1440].map((width) => ({ locale, width })));

testSample(
  sample(looks, (_, index) => [0, 3, 4].includes(index)),
  'in $locale at $width px no figure is hidden and nothing scrolls sideways',
  async ({ locale, width }) => {
    const { page } = await openPage(browser, { viewport: { width, height: 800 }, javaScriptEnabled: false });
    const tools = localePath('/trading-tools', locale);
    const questions = [
      'symbol=AAPL&lots=10000&account=master&nights=20',
      'tool=size&symbol=GBPJPY',
      'tool=convert&to=JPY',
    ];
    const pages = [
      localePath('/', locale),
      localePath('/cfd-asset-list/aapl', locale),
      ...questions.map((one) => `${tools}?${one}`),
    ];
    for (const path of pages) {
      await page.goto(`${siteUrl}${path}`);
      const found = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        over: [...document.querySelectorAll<HTMLElement>('is-land :is(td, th, label, input, button)')]
          .filter((one) => one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.textContent),
        rows: document.querySelectorAll('is-land tr').length,
      }));
      expect({ path, ...found }).toMatchObject({ path, wide: 0, over: [] });
      expect(found.rows).toBeGreaterThanOrEqual(2);
    }
  },
);

const accounts =
  '/account-types?symbol1=oro&lots1=1&trades1=2&nights1=14&symbol2=AAPL&trades2=1&nights2=5&lots2=x&deposit=900&what=DE40&hold=weeks';

test('axe finds nothing in the ticket, its mistakes, the calculators and the comparison of accounts', async () => {
  const { page } = await openPage(browser, phone);
  const tools = ['', '?symbol=oro&lots=x&nights=y', '?tool=convert', '?tool=profit&symbol=DE40'];
  for (const path of [...tools.map((question) => `/trading-tools${question}`), accounts]) {
    await page.goto(`${siteUrl}/it${path}`);
    expect(await axeFaults(page), path).toEqual([]);
  }
});

testSample(
  sample(locales, (locale) => locale === 'it'),
  'the comparison of accounts has no figure outside a phone of 320 px (%s)',
  async (locale) => {
    const { page } = await openPage(browser, {
      viewport: { width: 320, height: 800 },
      javaScriptEnabled: false,
    });
    for (const path of [accounts, accounts.replace('lots2=x', 'lots2=3')]) {
      await page.goto(`${siteUrl}${localePath('/account-types', locale)}?${path.split('?')[1]}`);
      const found = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        over: [
          ...document.querySelectorAll<HTMLElement>(':is(#compare, #fit) :is(td, th, label, input, select, li, p)'),
        ]
          .filter((one) => one.getBoundingClientRect().right > innerWidth)
          .map((one) => one.textContent),
      }));
      expect({ path, ...found }).toEqual({ path, wide: 0, over: [] });
    }
    expect(await page.locator('#compare tr').count()).toBe(3);
  },
);
