/** The forms of `/account-types` without a browser, in each language: the cheapest account, the volume above which another is cheaper, the suitable account. */
import { expect, inject, test } from 'vitest';
import { type Locale, locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { messages } from '../../site/i18n/translate.ts';

const siteUrl = inject('siteUrl');

async function answerTo(locale: Locale, question: Record<string, string> = {}) {
  const parameters = new URLSearchParams(question);
  const response = await fetch(
    `${siteUrl}${localePath('/account-types', locale)}${parameters.size > 0 ? `?${parameters}` : ''}`,
  );
  const html = await response.text();
  const section = (id: string) =>
    (new RegExp(`<section id="${id}".*?</section>`, 's').exec(html)?.[0] ?? '')
      .replace(/<option.*?<\/option>/gs, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/[\s\u00a0\u202f]+/g, ' ');
  return { response, html, compare: section('compare'), fit: section('fit') };
}

const euro = { symbol1: 'EURUSD', lots1: '1', trades1: '10', nights1: '0', currency: 'USD' };
const money = (locale: Locale, amount: string) =>
  locale === 'en' ? `USD ${amount}` : `${amount.replaceAll(',', '_').replace('.', ',').replaceAll('_', '.')} USD`;

test.each(locales)(
  'the page without a query is cached, with an example and the sixteen conditions (%s)',
  async (locale) => {
    const { response, html, compare } = await answerTo(locale);
    expect(response.headers.get('cache-control')).toContain('s-maxage');
    expect(html).not.toContain('noindex');
    expect(compare).toContain(messages[locale].costs.accounts.cheapest.replace('{account}', 'Prime'));
    expect(html).toContain(messages[locale].accountFeatures.swapFreeDays);
  },
);

test.each(locales)(
  'ten lots of EURUSD closed on the same day cost least on Prime, from eight nights on Master (%s)',
  async (locale) => {
    const { response, html, compare } = await answerTo(locale, euro);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(html).toMatch(/<meta name="robots" content="noindex/);
    for (const amount of ['−120.00', '−60.00', '−80.00']) expect(compare).toContain(money(locale, amount));
    const { cheapest, always, nightsOn } = messages[locale].costs.accounts;
    expect(compare).toContain(cheapest.replace('{account}', 'Prime'));
    expect(compare).toContain(always.replace('{account}', 'Prime'));
    const [, ending = ''] = nightsOn.replace('{account}', 'Master').split('{name}');
    expect(compare).toContain(nightsOn.split('{name}')[0]?.replace('{nights}', '8'));
    expect(compare).toContain(ending.trim());
  },
);

test('a mix of trades shows the number of trades above which another account is cheaper', async () => {
  // A lot of USDZAR costs 26.67 dollars of spread on Prime, on Master 10.67 and 7 of commission; one of EURUSD 6 or 8.
  const mix = { symbol2: 'USDZAR', lots2: '1', trades2: '1', nights2: '0' };
  const { compare } = await answerTo('en', { ...euro, ...mix });
  expect(compare).toContain('Prime: the cheapest');
  expect(compare).toContain('From 3 trades a month in US dollar / Rand on, Master is cheaper');
  expect((await answerTo('en', { ...euro, ...mix, trades2: '3' })).compare).toContain('Master: the cheapest');
});

test.each(locales)('R71: three questions lead to the suitable account, with the reason (%s)', async (locale) => {
  const { fits } = messages[locale].costs.accounts;
  const named = (account: string) => fits.replace('{account}', account);
  const ask = (deposit: string, hold: string) => answerTo(locale, { deposit, what: 'EURUSD', hold });
  expect((await ask('500', 'days')).fit).toContain(named('Discovery'));
  // The bonus of this account only; the comparison names those of all.
  const { compare, fit } = await ask('1000', 'day');
  const bonus = (list: string) =>
    messages[locale].costs.accounts.bonus.replace('{bonuses}', locale === 'es' ? list.replaceAll('%', ' %') : list);
  expect(fit).toContain(bonus('Prime 10%'));
  expect(compare).toContain(bonus('Discovery 5%, Prime 10%, Master 15%'));
  expect((await ask('1000', 'day')).fit).toContain(named('Prime'));
  // Ten swap-free days are worth more than the commission.
  expect((await ask('30000', 'weeks')).fit).toContain(named('Master'));
  expect((await ask('30000', 'day')).fit).toContain(named('Prime'));
  const { html } = await ask('50', 'day');
  expect(html).toContain(
    messages[locale].costs.accounts.tooSmall.replace('{account}', 'Discovery').split('{deposit}')[0],
  );
});

test.each(locales)('each error has a sentence next to its field, and the value stays as typed (%s)', async (locale) => {
  const { words, accounts } = messages[locale].costs;
  const wrong = {
    symbol1: 'qq"<b>',
    lots1: '1',
    trades1: '0',
    nights1: 'x',
    symbol2: 'AAPL',
    lots2: '0.5',
    trades2: '1',
    nights2: '1',
  };
  const { html } = await answerTo(locale, {
    ...wrong,
    symbol1: 'EURUSD',
    deposit: '-3',
    what: 'qq"<b>',
    hold: 'years',
  });
  expect(html).toContain('value="qq&quot;&lt;b&gt;"');
  expect(html).not.toContain('qq"<b>');
  expect(html).toContain(words.wholeFrom1.replace('{most}', '1,000').split('1')[0]);
  expect(html).toContain(words.notPositive);
  expect(html).toContain(words.notListed);
  expect(html.match(/aria-invalid="true"/g)).toHaveLength(6);
  // An unknown instrument does not hide the other errors.
  const unknown = await answerTo(locale, { symbol1: 'qz', lots1: '1', trades1: '0', nights1: 'x', currency: 'USD' });
  expect(unknown.html.match(/aria-invalid="true"/g)).toHaveLength(3);
  const lots = await answerTo(locale, { ...wrong, ...euro });
  expect(lots.html).toContain(words.atLeastLots.split('{lots}')[0]?.replace('{name}', 'Apple'));
  expect((await answerTo(locale, { currency: 'EUR' })).compare).toContain(accounts.noRows);
});
