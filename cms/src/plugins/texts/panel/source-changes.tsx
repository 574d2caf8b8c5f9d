/** What changed in the English text since its translation was written, beside the form of the translation. */
import { useState } from 'react';
import { Box, Typography } from '@strapi/design-system';
import type { Comparison } from '../../ledger/server/compare-versions';
import type { OpenTranslation } from '../server/translations';
import { DifferenceView } from '../../ledger/panel/difference-view';
import { useAnswer } from '../../../admin/use-answer';
import { useSay } from '../../../admin/panel-words';

const sourceLocale = 'en';

interface Props {
  uid: string;
  documentId: string;
  locale: string;
}

export function SourceChanges({ uid, documentId, locale }: Props) {
  const say = useSay('translations');
  const [answer, failed] = useAnswer<{ open: OpenTranslation[] }>(`translations?locale=${locale}`);
  const open = answer?.open.find((one) => one.uid === uid && one.documentId === documentId);
  // The first answer counts: a save in between must not take away what is still to be translated.
  const [since, setSince] = useState<string>();
  if (open?.ownAt && !since) setSince(open.ownAt);
  const question = new URLSearchParams({ uid, documentId, locale: sourceLocale, from: `since:${since}`, to: 'live' });
  const [comparison, unread] = useAnswer<Comparison>(since ? `compare?${question}` : null);
  const sentence =
    failed || unread ? 'source-failed' : !answer || since ? 'source-asked' : open ? 'source-new' : 'source-same';
  return (
    <Box
      padding={4}
      style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}
      tabIndex={0}
      aria-busy={sentence === 'source-asked' && !comparison}
    >
      {comparison ? (
        <DifferenceView uid={uid} comparison={comparison} />
      ) : (
        <Typography role="status">{say(sentence)}</Typography>
      )}
    </Box>
  );
}
