import { createTranslator } from 'use-intl/core';
import { expect, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { messages, translator } from './translate.ts';

function listKeys(value: object, before = ''): [key: string, message: string][] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null
      ? listKeys(inner, `${before}${name}.`)
      : typeof inner === 'string'
        ? [[`${before}${name}`, inner]]
        : [],
  );
}

test.each(locales)('the fast path fills in a message as the library does (%s)', (locale) => {
  const byLibrary = createTranslator({ locale, messages: messages[locale] }) as (key: string, values: object) => string;
  const fastTranslator = translator(locale) as unknown as typeof byLibrary;
  const named = listKeys(messages[locale]).filter(([, message]) => /^[^{}<]*(?:\{\w+\}[^{}<]*)+$/.test(message));
  expect(named.length).toBeGreaterThan(50);
  for (const [key, message] of named) {
    const names = [...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const values = Object.fromEntries(names.map((name) => [name, `$& '{${name}}' <b>`]));
    expect([key, fastTranslator(key, values)]).toEqual([key, byLibrary(key, values)]);
  }
});
