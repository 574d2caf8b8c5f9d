/**
 * Writes what this package cannot import: the site's languages (src/setup/site-languages.json), the holidays that have a name in them
 * (src/rules/types/holiday-names.json), how they write figures (src/rules/texts/figure-notations.json), and the words of the interface that editors may replace
 * (src/rules/texts/interface-words.json). Run after a change of content/locales.ts, of site/i18n/ or of tools/checks/content/languages/: `npm run site-languages`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { localeRecords } from '../../content/locales.ts';
import { editableMessages } from '../../site/i18n/editable-messages.ts';
import messages from '../../site/i18n/messages/en.json' with { type: 'json' };
import { writeGenerated } from './write-generated.mts';

/** Without the patterns that only the checks of the demonstration need. */
function readNotation(code: string): Record<string, unknown> | null {
  const file = new URL(`../../tools/checks/content/languages/${code}.yaml`, import.meta.url);
  if (!existsSync(file)) return null;
  const {
    decimal: _decimal,
    stated: _stated,
    ...notation
  } = parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  return notation;
}

const codes = Object.keys(localeRecords);
const messageFiles = codes.map((code) => {
  const file = new URL(`../../site/i18n/messages/${code}.json`, import.meta.url);
  return [code, JSON.parse(readFileSync(file, 'utf8')) as object] as const;
});

/** The site's own words for a message in each language. */
function readWords(key: string): Record<string, unknown> {
  const find = (file: unknown) => key.split('.').reduce((tree, part) => (tree as Record<string, unknown>)[part], file);
  return Object.fromEntries(messageFiles.map(([code, file]) => [code, find(file)]));
}

const files = {
  'setup/site-languages.json': Object.fromEntries(
    Object.entries(localeRecords).map(([code, { name, englishName }]) => [code, { name, englishName }]),
  ),
  'rules/types/holiday-names.json': Object.keys(messages.hours.occasions),
  'rules/texts/figure-notations.json': Object.fromEntries(
    codes.flatMap((code) => {
      const notation = readNotation(code);
      return notation ? [[code, notation]] : [];
    }),
  ),
  'rules/texts/interface-words.json': editableMessages.map(({ where, keys }) => ({
    where,
    words: keys.map((key) => ({ key, own: readWords(key) })),
  })),
};
for (const [file, value] of Object.entries(files)) writeGenerated(`src/${file}`, value, 'site-languages');
