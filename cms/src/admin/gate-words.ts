/** Words of the gate's parts of the panel. */
import { useIntl } from 'react-intl';

/** Strapi's own marked badge has too little contrast. */
export const markedBadge = { backgroundColor: 'primary100', textColor: 'primary700' } as const;

/** `27 Nov 2026, 19:32` */
export function useMoment(): (time: string) => string {
  const { formatDate } = useIntl();
  return (time) => formatDate(time, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Where the panel shows a document. @param isSingle of a type with one document. */
export function editAddress(
  { uid, documentId, locale }: { uid: string; documentId: string; locale: string },
  isSingle: boolean,
): string {
  const query = locale ? `?plugins[i18n][locale]=${locale}` : '';
  return `/content-manager/${isSingle ? `single-types/${uid}` : `collection-types/${uid}/${documentId}`}${query}`;
}
