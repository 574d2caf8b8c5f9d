/**
 * Writes what this package cannot import: the site's languages (src/setup/site-languages.json) and the holidays that have a name in them
 * (src/rules/holiday-names.json). Run after a change of content/locales.ts or of `hours.occasions`: `npm run site-languages`.
 */
import { localeRecords } from '../../content/locales.ts';
import messages from '../../site/i18n/messages/en.json' with { type: 'json' };
import { writeGenerated } from './write-generated.mts';

const files = {
  'setup/site-languages.json': Object.fromEntries(
    Object.entries(localeRecords).map(([code, { name, englishName }]) => [code, { name, englishName }]),
  ),
  'rules/holiday-names.json': Object.keys(messages.hours.occasions),
};
for (const [file, value] of Object.entries(files)) writeGenerated(`src/${file}`, value, 'site-languages');
