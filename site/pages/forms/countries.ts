/** Phone numbers and countries. Server only: the numbering plans are 43 KB, too much to load into a browser for one field. */
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { cleanCode } from '../../i18n/clean-text.ts';
import { type Locale, byLocale, defaultLocale, localeRecords } from '../../../content/locales.ts';

export interface Country {
  code: string;
  /** In the visitor's language. */
  name: string;
  /** `+27` */
  dial: string;
}

function buildCountries(locale: Locale): Country[] {
  const names = new Intl.DisplayNames([localeRecords[locale].tag], { type: 'region' });
  const byName = new Intl.Collator(localeRecords[locale].tag);
  return getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, dial: `+${getCountryCallingCode(code)}` }))
    .sort((a, b) => byName.compare(a.name, b.name));
}

const lists = byLocale(buildCountries);

export function listCountries(locale: Locale): Country[] {
  return lists[locale];
}

export function isCountry(code: string): boolean {
  return lists[defaultLocale].some((country) => country.code === code);
}

/** The prefixes of mobile numbers in Vietnam, which changed in 2018. */
const vietnam =
  '120:70 121:79 122:77 123:83 124:84 125:85 126:76 127:81 128:78 129:82 162:32 163:33 164:34 165:35 166:36 167:37 168:38 169:39 186:56 188:58 199:59';

/**
 * Converts numbers from before their country changed its plan, by calling code: contacts and messengers still show them. The library itself handles
 * the rules of current plans, such as Argentina's 15 and 9, Brazil's carriers and Russia's 8.
 */
const formerNumbers: Record<string, readonly (readonly [RegExp, string])[]> = {
  // Mexico, 2019, dropped 1, 044 and 045 before mobile numbers, and 01 before all.
  52: [[/^(?:0?1|04[45])(\d{10})$/, '$1']],
  // Brazil, 2016: a 9 in front of mobile numbers, after the two digits of the area.
  55: [[/^(\d\d)([6-9]\d{7})$/, '$19$2']],
  // Chile dropped the 0 before the 9 of mobile numbers.
  56: [[/^09(\d{8})$/, '9$1']],
  // Colombia, 2021: 60 in front of the area.
  57: [[/^([1-8]\d{7})$/, '60$1']],
  84: vietnam.split(' ').map((pair) => [new RegExp(`^${pair.slice(0, 3)}(\\d{7})$`), `${pair.slice(4)}$1`]),
  // Côte d'Ivoire, 2021: two digits in front for the operator, which the second digit of former numbers tells.
  225: [
    [/^([04-9][0-3]\d{6})$/, '01$1'],
    [/^([04-9][4-6]\d{6})$/, '05$1'],
    [/^([04-9][7-9]\d{6})$/, '07$1'],
  ],
  // Benin, 2024: 01 in front of all numbers.
  229: [[/^(\d{8})$/, '01$1']],
  // Ecuador, 2012: a 9 in front of mobile numbers.
  593: [[/^([89]\d{7})$/, '9$1']],
};

/** Parses a phone number to E.164; null when the country's plan never had it. A number with `+` may be of any country. */
export function parsePhoneNumber(typed: string, country: string): string | null {
  if (!isCountry(country)) return null;
  const parsed = parsePhoneNumberFromString(cleanCode(typed), country as CountryCode);
  if (!parsed || parsed.isValid()) return parsed?.number ?? null;
  const { countryCallingCode: code, nationalNumber } = parsed;
  const [former, now] = formerNumbers[code]?.find(([pattern]) => pattern.test(nationalNumber)) ?? [];
  const current = former && parsePhoneNumberFromString(`+${code}${nationalNumber.replace(former, now ?? '')}`);
  return current?.isValid() ? current.number : null;
}
