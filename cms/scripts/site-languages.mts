/**
 * Writes what this package cannot import: the site's languages (src/setup/site-languages.json) and the holidays that have a name in them
 * (src/rules/holiday-names.json). Run after a change of content/locales.ts or of `hours.occasions`: `npm run site-languages`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { localeRecords } from '../../content/locales.ts';
import messages from '../../site/i18n/messages/en.json' with { type: 'json' };

const files = {
  'setup/site-languages.json': Object.fromEntries(
    Object.entries(localeRecords).map(([code, { name, englishName }]) => [code, { name, englishName }]),
  ),
  'rules/holiday-names.json': Object.keys(messages.hours.occasions),
};
for (const [name, value] of Object.entries(files)) {
  const file = path.join(import.meta.dirname, '..', 'src', name);
  const text = `${JSON.stringify(value, null, 1)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text)
    throw new Error(`src/${name} does not match the site; run \`npm run site-languages\`.`);
}
