/** Words of the gate's parts of the panel, in the language of the user. */
import { useIntl } from 'react-intl';
import languages from '../setup/site-languages.json';

export type Say = (id: string, values?: Record<string, string | number>) => string;

export function useSay(area: 'gate' | 'releases'): Say {
  const { formatMessage } = useIntl();
  return (id, values) => formatMessage({ id: `${area}.${id}` }, values);
}

/** `27 Nov 2026, 19:32` */
export function useMoment(): (time: string) => string {
  const { formatDate } = useIntl();
  return (time) => formatDate(time, { dateStyle: 'medium', timeStyle: 'short' });
}

/** The language's own name; empty for a document without languages. */
export function nameLanguage(locale: string): string {
  return locale in languages ? languages[locale as keyof typeof languages].name : locale;
}

/** Where the panel shows a document. @param isSingle of a type with one document. */
export function editAddress(
  { uid, documentId, locale }: { uid: string; documentId: string; locale: string },
  isSingle: boolean,
): string {
  const query = locale ? `?plugins[i18n][locale]=${locale}` : '';
  return `/content-manager/${isSingle ? `single-types/${uid}` : `collection-types/${uid}/${documentId}`}${query}`;
}
