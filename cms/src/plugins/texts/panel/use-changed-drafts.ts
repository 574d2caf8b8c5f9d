/** Says that drafts were changed, and chooses them for the next release where there are releases. */
import { useNotification } from '@strapi/strapi/admin';
import { useHref } from 'react-router-dom';
import { offers } from '../../../admin/offers';
import { useSay } from '../../../admin/panel-words';
import type { NamedDocument } from '../../../setup/localized-document';

export function useChangedDrafts(): (message: string, drafts: readonly NamedDocument[]) => void {
  const { toggleNotification } = useNotification();
  const say = useSay('texts');
  const url = useHref('/releases');
  return (message, drafts) => {
    const { addToRelease } = offers;
    addToRelease?.(drafts.map(({ uid, documentId, locale, name }) => ({ uid, documentId, locale, name })));
    const sentence = addToRelease ? `${message} ${say('chosen')}` : message;
    toggleNotification({
      type: 'success',
      message: sentence,
      ...(addToRelease && { link: { url, label: say('plan') } }),
    });
  };
}
