/** Writes src/setup/site-languages.json from the records of content/locales.ts, which this package cannot import. Run after a change of them: `npm run site-languages`. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { localeRecords } from '../../content/locales.ts';

const languages = Object.fromEntries(
  Object.entries(localeRecords).map(([code, { name, englishName }]) => [code, { name, englishName }]),
);
const file = path.join(import.meta.dirname, '..', 'src', 'setup', 'site-languages.json');
const text = `${JSON.stringify(languages, null, 1)}\n`;
if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== text)
    throw new Error('site-languages.json does not match content/locales.ts; run `npm run site-languages`.');
} else {
  writeFileSync(file, text);
  console.log(`site-languages.json: ${Object.keys(languages).join(', ')}.`);
}
