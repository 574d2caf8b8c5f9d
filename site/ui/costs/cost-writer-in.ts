/** Writes costs in the language of a page. In its own file, because it imports the messages of all languages, which no island may. */
import { type Locale, localeRecords } from '../../../content/locales.ts';
import { messages } from '../../i18n/translate.ts';
import { type CostWriter, costWriter } from './cost-writer.ts';

export function costWriterIn(locale: Locale): CostWriter {
  return costWriter(localeRecords[locale].format, messages[locale].costs.words);
}
