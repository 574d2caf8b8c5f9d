/** The rules of every form, which the browser and the server share, with what people paste. `tests/accounts/pasted-values.test.ts` has calculators and searches. */
import { describe, expect, test } from 'vitest';
import { typedDetails } from '../../tests/accounts/registration-samples.ts';
import { type PastedType, rightValues, typeOfField, wrongValues } from '../../tests/pasted-values.ts';
import { locales } from '../../content/locales.ts';
import { parseDecimal } from '../i18n/decimal-input.ts';
import { cleanCode, cleanText } from '../i18n/clean-text.ts';
import { parsePhoneNumber } from '../pages/forms/countries.ts';
import { createLocalizedCostWriter } from '../ui/costs/localized-cost-writer.ts';
import { type FormName, checkForm, formSchemas, listFields } from './form-schemas.ts';

const good: Record<string, string> = {
  ...typedDetails,
  email: 'anna@example.com',
  password: 'Secret1!x',
  name: 'Anna Rossi',
  topic: 'other',
  website: '',
  message: 'A message of some length',
  job: 'a-job',
};
const fields = (Object.keys(formSchemas) as FormName[]).flatMap((form) =>
  listFields(form).flatMap((field) => {
    const type = (typeOfField as Partial<Record<string, PastedType>>)[field];
    return type ? [[form, field, type] as const] : [];
  }),
);

function check(form: FormName, field: string, pasted: string): string {
  const checked = checkForm(form, (name) => (name === field ? pasted : (good[name] ?? '')));
  if (!checked.ok) return `refused: ${JSON.stringify(checked.errors)}`;
  const stored = (checked.output as Record<string, string>)[field] ?? '';
  return field === 'phone' ? (parsePhoneNumber(stored, 'IT') ?? 'no number') : stored;
}

test('every form of the site has such a field, but the two that ask for a password alone', () => {
  const without = Object.keys(formSchemas).filter((form) => !fields.some(([one]) => one === form));
  expect(without).toEqual(['own-password', 'new-password']);
});

describe.each(fields)('%s, %s', (form, field, type) => {
  test('takes what is right, and keeps it clean', () => {
    expect(rightValues[type].map(([pasted]) => check(form, field, pasted))).toEqual(
      rightValues[type].map(([, stored]) => stored),
    );
  });

  test('refuses what is wrong', () => {
    // A full name is whatever somebody calls themselves: it may have signs, but it has to be there.
    const wrong = wrongValues[type].filter(
      (pasted) => field !== 'name' || cleanText(pasted).trim() === '' || pasted.length > 120,
    );
    const accepted = wrong.filter((pasted) => !/^(?:refused|no number)/.test(check(form, field, pasted)));
    expect(accepted).toEqual([]);
  });
});

test.each(locales)('numbers in %s', (locale) => {
  const { decimal } = createLocalizedCostWriter(locale);
  expect(rightValues.number.map(([pasted]) => parseDecimal(pasted, { decimal }))).toEqual(
    rightValues.number.map(([, stored]) => stored),
  );
  const accepted = wrongValues.number.filter((pasted) => Number(parseDecimal(pasted, { decimal }) ?? -1) > 0);
  expect(accepted).toEqual([]);
});

test('a password is never cleaned', () => {
  const password = 'Se\u200bcret1!\u00a0';
  const checked = checkForm('account', (field) => (field === 'password' ? password : 'anna@example.com'));
  expect(checked.ok && checked.output.password).toBe(password);
});

test('lines of a message stay, its other spaces and dashes are plain, emojis stay whole', () => {
  const message = 'Hello\u00a0there –\u2028again\r\n\u200bAnd a second line 👩\u200d👧 ☺\ufe0f';
  const checked = checkForm('contact', (field) => (field === 'message' ? message : (good[field] ?? '')));
  expect(checked.ok && checked.output.message).toBe('Hello there - again\nAnd a second line 👩\u200d👧 ☺\ufe0f');
});

test('every digit of Unicode is the digit that it stands for', () => {
  // Each block of digits is 0 to 9 in a row.
  const digits = Array.from({ length: 0x20000 }, (_, point) => String.fromCodePoint(point)).filter((sign) =>
    /\p{Nd}/u.test(sign),
  );
  expect(digits.length).toBeGreaterThan(600);
  expect(digits.map(cleanCode).join('')).toBe('0123456789'.repeat(digits.length / 10));
});
