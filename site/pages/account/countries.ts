/** Phone numbers and countries. Server only: the numbering plans are 43 KB, too much to load into a browser for one field. */
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { type Locale, byLocale, defaultLocale, localeRecords } from '../../../content/locales.ts';

export interface Country {
  code: string;
  /** In the visitor's language. */
  name: string;
  /** `+27` */
  dial: string;
}

function countriesIn(locale: Locale): Country[] {
  const names = new Intl.DisplayNames([localeRecords[locale].tag], { type: 'region' });
  const byName = new Intl.Collator(localeRecords[locale].tag);
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, dial: `+${getCountryCallingCode(code)}` }))
    .sort((a, b) => byName.compare(a.name, b.name));
}

const lists = byLocale(countriesIn);

export function countryList(locale: Locale): Country[] {
  return lists[locale];
}

export function isCountry(code: string): boolean {
  return lists[defaultLocale].some((country) => country.code === code);
}

/** @returns the number in E.164, or null when the country's plan does not have it. A number with `+` may be of any country. */
export function phoneNumber(given: string, country: string): string | null {
  if (!isCountry(country)) return null;
  const parsed = parsePhoneNumberFromString(given, country as CountryCode);
  return parsed?.isValid() ? parsed.number : null;
}
