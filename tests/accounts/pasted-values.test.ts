/**
 * What people paste into every calculator and search, in three languages. The table is `tests/pasted-values.ts`; `site/forms/pasted-values.test.ts`
 * tries it with the rules of every form.
 */
import { afterAll, expect, test } from 'vitest';
import { localePath } from '../../site/i18n/locale-path.ts';
import { type Locale, locales } from '../../content/locales.ts';
import { rightValues, wrongValues } from '../pasted-values.ts';
import { byHash, describeSample, sample } from '../sampled.ts';
import { addressHeader, startAccountSite } from '../sites/account-site.ts';

const site = await startAccountSite('sqlite');
afterAll(() => site.stop());

/** Reads the message at a field of a calculator; empty when the value was accepted. */
function faultAt(html: string, field: string): string {
  return new RegExp(`id="[^"]*${field}-error"[^>]*>([^<]*)</p>`).exec(html)?.[1] ?? 'no such field';
}

const calculators: [path: string, field: string, others: Record<string, string>][] = [
  ['/trading-tools', 'lots', { symbol: 'EURUSD' }],
  ['/trading-tools', 'lots', { tool: 'pip', symbol: 'EURUSD' }],
  ['/trading-tools', 'lots', { tool: 'margin', symbol: 'EURUSD' }],
  ['/trading-tools', 'open', { tool: 'profit', symbol: 'EURUSD' }],
  ['/trading-tools', 'stop', { tool: 'size', symbol: 'EURUSD', risk: '1000' }],
  ['/trading-tools', 'lots', { tool: 'swap', symbol: 'EURUSD' }],
  ['/trading-tools', 'amount', { tool: 'convert', source: 'EUR', to: 'USD' }],
  ['/account-types', 'lots1', { symbol1: 'EURUSD', trades1: '1', nights1: '0', currency: 'USD' }],
];

/** The words of three languages, one separator of decimals or the other: one language in `npm test`, another one whenever the table changes. */
const inOneLanguage = sample(locales, (locale) => locale === byHash(locales, JSON.stringify(rightValues)));

describeSample(inOneLanguage, 'calculators and searches in %s', (locale: Locale) => {
  const ask = async (path: string, parameters: Record<string, string>) =>
    (
      await fetch(`${site.url}${localePath(path, locale)}?${new URLSearchParams(parameters)}`, {
        headers: { [addressHeader]: `10.6.${locales.indexOf(locale)}.${(requests += 1) % 250}` },
      })
    ).text();
  let requests = 0;

  test.each(calculators)('%s, %s, %j', async (path, field, others) => {
    for (const [pasted] of rightValues.number)
      expect.soft([pasted, faultAt(await ask(path, { ...others, [field]: pasted }), field)]).toEqual([pasted, '']);
    for (const pasted of wrongValues.number)
      expect.soft([pasted, faultAt(await ask(path, { ...others, [field]: pasted }), field)]).not.toEqual([pasted, '']);
  });

  test('searches find what the word finds that was meant', async () => {
    for (const [path, name] of [
      ['/search', 'q'],
      ['/cfd-asset-list', 'q'],
      ['/trading-tools', 'symbol'],
    ] as const) {
      const found = await ask(path, { [name]: 'gold' });
      expect(found).toContain('XAUUSD');
      for (const [pasted] of rightValues.word)
        expect.soft([path, pasted, (await ask(path, { [name]: pasted })) === found]).toEqual([path, pasted, true]);
      for (const pasted of wrongValues.word)
        expect.soft([path, pasted, (await ask(path, { [name]: pasted })) === found]).toEqual([path, pasted, false]);
    }
    // What a script asks for.
    for (const [pasted] of rightValues.word) {
      const { status } = await fetch(`${site.url}/api/costs?${new URLSearchParams({ symbol: pasted, locale })}`);
      const titles = await (await fetch(`${site.url}/api/search?${new URLSearchParams({ q: pasted, locale })}`)).json();
      expect([pasted, status, JSON.stringify(titles)]).toEqual([pasted, 200, expect.stringContaining('XAUUSD')]);
    }
    const zone = await ask('/trading-hours', { zone: '\u2068Mad\u00adrid\u2069\u00a0' });
    expect(zone).toContain('value="Madrid"');
  });
});
