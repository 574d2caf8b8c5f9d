/** What people paste into every form, calculator and search: with and without a script, in three languages. The table is `tests/pasted-values.ts`. */
import { afterAll, expect, test } from 'vitest';
import { localePath } from '../../site/i18n/locale-path.ts';
import { type Locale, locales } from '../../content/locales.ts';
import { formFaults } from '../form-faults.ts';
import { type PastedType, rightValues, typeOfField, wrongValues } from '../pasted-values.ts';
import { byHash, describeSample, sample, testSample } from '../sampled.ts';
import { sharedChromium, settled, watchTraffic } from '../browser.ts';
import { Visitor, addressHeader, details, password, startAccountSite } from '../sites/account-site.ts';

const [site, browser] = await Promise.all([startAccountSite('sqlite'), sharedChromium()]);
afterAll(() => site.stop());

const person = { name: 'Anna Rossi', email: 'anna@example.com' };
const message = 'A message of some length';

/** Forms with one fault each, so that each is refused and not counted or stored, whatever is pasted into its other fields. */
const forms: [path: string, fields: Record<string, string>, fault: string][] = [
  ['/register', { intent: 'continue', email: person.email, password: '' }, 'password'],
  ['/old-register', { intent: 'create', email: person.email, password, ...details, terms: '' }, 'terms'],
  ['/login', { intent: 'sign-in', email: person.email, password: '' }, 'password'],
  ['/contact', { intent: 'enquire', ...person, message, topic: '' }, 'topic'],
  ['/ib', { intent: 'enquire', ...person, website: '', message: 'short' }, 'message'],
  ['/careers', { intent: 'apply', ...person, message, job: '' }, 'job'],
  ['/forgot-password', { intent: 'request', email: person.email, elapsed: '1' }, ''],
];
/** Cases by path, type and text. `npm test` tries a form in one language; `npm run test:exhaustive` tries it in all. */
const inLanguages = sample(
  forms.flatMap((form) => locales.map((locale) => [locale, ...form] as const)),
  ([locale, path]) => byHash(locales, path) === locale,
);

function pastedInto(fields: Record<string, string>, values: Record<PastedType, readonly unknown[]>) {
  return Object.keys(fields).flatMap((field) => {
    const type = (typeOfField as Partial<Record<string, PastedType>>)[field];
    return (type ? values[type] : []).map(
      (entry) => [field, Array.isArray(entry) ? String(entry[0]) : String(entry)] as const,
    );
  });
}

/** A full name may have any characters, but must not be empty. */
const isWrong = (field: string, pasted: string) =>
  field !== 'name' || !/[A-Za-z@☺]/.test(pasted) || pasted.length > 120;

describeSample(inLanguages, '%s %s', ([locale, path, fields, fault]) => {
  const at = localePath(path, locale);

  async function findFaults(field: string, pasted: string): Promise<string[]> {
    const answer = await new Visitor(site.url).post(at, { ...fields, [field]: pasted });
    if (answer.status !== 422) throw new Error(`${at} ${field} ${JSON.stringify(pasted)}: ${answer.status}`);
    return formFaults(answer.text)
      .map(([name]) => name)
      .filter((name) => name !== fault && name !== 'cv');
  }

  test('without a script', async () => {
    for (const [field, pasted] of pastedInto(fields, rightValues))
      expect.soft([field, pasted, await findFaults(field, pasted)]).toEqual([field, pasted, []]);
    for (const [field, pasted] of pastedInto(fields, wrongValues))
      if (isWrong(field, pasted))
        expect.soft([field, pasted, await findFaults(field, pasted)]).toEqual([field, pasted, [field]]);
  });

  test('with a script', async () => {
    const context = await browser.newContext({ extraHTTPHeaders: { [addressHeader]: '10.7.0.1' } });
    const page = await context.newPage();
    watchTraffic(page);
    await page.goto(site.url + at);
    // The script of the form checks it before it is sent.
    await settled(page);
    const checked = await page.evaluate(
      ({ good, tried }) => {
        const form = document.querySelector<HTMLFormElement>(
          `form[data-form]:has([name=intent][value=${good['intent']}])`,
        );
        if (!form) throw new Error('no form');
        // A form that passes the check is not sent, because the other test covers the answers of the server.
        form.addEventListener('submit', (event) => event.preventDefault());
        const fill = (name: string, value: string) => {
          const input = form.elements.namedItem(name) as HTMLInputElement | null;
          if (input && input.type !== 'checkbox' && input.type !== 'hidden') input.value = value;
        };
        return tried.map(([field, pasted]) => {
          for (const [name, value] of Object.entries(good)) fill(name, value);
          fill(field, pasted);
          form.removeAttribute('aria-busy');
          form.requestSubmit();
          return form.querySelector(`#${field}-error`)?.hasAttribute('hidden') === false;
        });
      },
      {
        good: fields,
        tried: [...pastedInto(fields, rightValues), ...pastedInto(fields, wrongValues)].map(
          ([field, pasted]) => [field, pasted] as const,
        ),
      },
    );
    const validFields = pastedInto(fields, rightValues);
    const wrong = pastedInto(fields, wrongValues);
    expect(validFields.filter((_, index) => checked[index])).toEqual([]);
    // Only the server knows which numbers exist; a browser cuts a text that is too long before it is pasted.
    const missed = wrong.filter(
      ([field, pasted], index) =>
        !checked[validFields.length + index] && isWrong(field, pasted) && !/^\+?[\d ()]+$|^\+999|^\+52/.test(pasted),
    );
    expect(missed).toEqual([]);
  });
});

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
    const zone = await ask('/trading-hours', { zone: '\u2068Mad\u00adrid\u2069\u00a0' });
    expect(zone).toContain('value="Madrid"');
  });
});

testSample(inOneLanguage, 'what a script asks the server for, and computes itself: %s', async (locale) => {
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  for (const [pasted] of rightValues.word) {
    const { status } = await fetch(`${site.url}/api/costs?${new URLSearchParams({ symbol: pasted, locale })}`);
    const titles = await (await fetch(`${site.url}/api/search?${new URLSearchParams({ q: pasted, locale })}`)).json();
    expect([pasted, status, JSON.stringify(titles)]).toEqual([pasted, 200, expect.stringContaining('XAUUSD')]);
  }
  await page.goto(site.url + localePath('/trading-tools', locale));
  const lots = page.locator('input[name=lots]');
  await lots.focus();
  await page.locator('is-land[data-state=live] input[name=lots]').waitFor();
  for (const [pasted] of rightValues.number) {
    await lots.fill(pasted);
    await lots.blur();
    await expect.poll(() => lots.getAttribute('aria-invalid'), { message: pasted }).toBeNull();
  }
  for (const pasted of wrongValues.number) {
    await lots.fill(pasted);
    await lots.blur();
    await page.locator('input[name=lots][aria-invalid=true]').waitFor();
  }
});
