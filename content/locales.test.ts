import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { byLocale, languageAttributes, localeRecords, locales } from './locales.ts';

test('a language code fits into addresses and file names, and no two languages share a tag', () => {
  for (const code of locales) expect(code).toMatch(/^[a-z]{2,3}$/);
  expect(new Set(locales.map((code) => Intl.getCanonicalLocales(localeRecords[code].tag)[0])).size).toBe(
    locales.length,
  );
});

test('a record of languages has an entry for each language', () => {
  const names = byLocale((locale) => localeRecords[locale].name);
  expect(Object.keys(names)).toEqual(locales);
  expect(names).toMatchObject({ en: 'English', es: 'Español', it: 'Italiano' });
});

test('the direction is written only where it changes', () => {
  expect(languageAttributes('es')).toEqual({ lang: 'es' });
  expect(languageAttributes('en', 'rtl')).toEqual({ lang: 'en', dir: 'ltr' });
});

test('Strapi has the same languages (cms: npm run site-languages)', () => {
  const strapiLanguages: unknown = JSON.parse(
    readFileSync(new URL('../cms/src/setup/site-languages.json', import.meta.url), 'utf8'),
  );
  expect(strapiLanguages).toEqual(
    byLocale((locale) => ({ name: localeRecords[locale].name, englishName: localeRecords[locale].englishName })),
  );
});
