import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { translator } from '../i18n/translate.ts';
import { declarationVersion, writeDeclaration } from './registration-rule.ts';

/** The words of each version in all languages. A registration keeps the version beside the words, so one version must never have two texts. */
const hashes: Record<string, string> = { '2026-11-27': 'c20735a239f146ea' };

test('the declaration has a new version whenever its words change', () => {
  const words = locales.map((locale) => Object.values(writeDeclaration(translator(locale))));
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);
  expect(hashes[declarationVersion], `a new date for declarationVersion, with the hash ${hash}`).toBe(hash);
});
