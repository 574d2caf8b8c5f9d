import { expect, test } from 'vitest';
import type { WireDocument } from '../../../content/wire-document.ts';
import { locales } from '../../../content/locales.ts';
import { countSameTexts, translationNotes } from './translation-notes.ts';

const document = (id: string, locale: string) => ({ type: 'tag', locale, wire: { id }, source: id }) as WireDocument;
const documents = [document('gold', 'en'), document('oil', 'en'), document('gold', 'es'), document('oil', 'it')];
const messages = { en: { a: 'Yes', b: { c: 'No' } }, es: { a: 'Sí', b: { c: 'No' } }, it: { a: 'Sì', b: { c: 'No' } } };
const es = (content: 'complete' | 'partial', more: WireDocument[] = []) =>
  translationNotes({ documents: [...documents, ...more] }, messages, { es: { content }, it: { content: 'complete' } });

test('an unfinished language lists all texts shown in English, a complete language only messages', () => {
  const notes = es('partial');
  expect(notes).toHaveLength(locales.length - 1);
  expect(notes[0]).toBe('es: 1 of 2 documents in English, 1 of 2 messages are the English ones');
  expect(notes[1]).toBe('it: 1 of 2 messages are the English ones');
  expect(es('complete')[0]).toBe('es: 1 of 2 messages are the English ones');
});

test('a finished translation can be declared complete', () => {
  expect(es('partial', [document('oil', 'es')])[0]).toContain("can have `content: 'complete'`");
});

test('a missing text does not count as an equal text', () => {
  expect(countSameTexts({ a: 'Yes', b: 'No' }, { a: 'Yes' })).toEqual({ all: 2, same: 1 });
});
