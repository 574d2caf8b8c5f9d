/** Editors' words in place of messages: which are taken, and in which language. */
import { describe, expect, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { editableMessages } from './editable-messages.ts';
import { type ReplacedWords, splitMessage } from './replaced-messages.ts';
import { messages, translator } from './translate.ts';

const keys = editableMessages.flatMap((group) => group.keys);

const createWords = (words: ReplacedWords['words'], locale: ReplacedWords['locale'] = 'es') => ({ locale, words });

test('every editable message is there once, and has no plural in any language', () => {
  expect(new Set(keys).size).toBe(keys.length);
  for (const locale of locales)
    for (const key of keys) expect(splitMessage(String(translator(locale).raw(key))), key).not.toBeNull();
});

describe('words of editors', () => {
  test.each([
    ['are shown', { message: 'search.submit', text: 'Preguntar' }, 'Preguntar'],
    ['keep the values', { message: 'careers.applyFor', text: '{title}: solicitar' }, 'Analista: solicitar'],
    ['have typographic apostrophes', { message: 'search.submit', text: "Cerca l'oro" }, 'Cerca l’oro'],
    ['are skipped without a value of the message', { message: 'careers.applyFor', text: 'Solicitar' }, null],
    ['are skipped with a value that it has not', { message: 'search.submit', text: 'Buscar {count}' }, null],
    ['are skipped with a tag', { message: 'search.submit', text: '<b>Buscar</b>' }, null],
    ['are skipped with a brace', { message: 'search.submit', text: 'Buscar {' }, null],
    ['of consent are skipped', { message: 'consent.acceptAll', text: 'Sí' }, null],
    ['of no message are skipped', { message: 'search.__proto__', text: 'Sí' }, null],
  ])('%s', (_, word, shown) => {
    const key = word.message as 'search.submit';
    const values = { title: 'Analista' };
    const own = word.message.includes('__') ? '' : translator('es')(key, values as never);
    const replaced = translator('es', createWords([word]));
    if (own) expect(replaced(key, values as never)).toBe(shown ?? own);
    expect(replaced('layout.skip')).toBe(messages.es.layout.skip);
  });

  test('of English do not stand in for another language', () => {
    const english = createWords([{ message: 'search.submit', text: 'Ask' }], 'en');
    expect(translator('es', english)('search.submit')).toBe(messages.es.search.submit);
    expect(translator('en', english)('search.submit')).toBe('Ask');
  });
});
