/** Creates the writer of costs in the language of a page. In its own file: it imports the messages of all languages, which no island may do. */
import { type Locale, localeRecords } from '../../../content/locales.ts';
import { messages } from '../../i18n/translate.ts';
import { type CostWriter, createCostWriter } from './cost-writer.ts';

export function createLocalizedCostWriter(locale: Locale): CostWriter {
  return createCostWriter(localeRecords[locale].format, messages[locale].costs.words);
}
