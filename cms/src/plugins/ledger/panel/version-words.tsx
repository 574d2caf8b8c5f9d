/** How the panel words a row of the ledger: what was done, by whom, when. */
import { Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { useSay } from '../../../admin/panel-words';
import type { LocalizedDocument } from '../../../setup/localized-document';
import type { LedgerRow } from '../server/ledger';

export type Row = LedgerRow;

/** The page of a document's history. */
export function historyAddress({ uid, documentId, locale }: LocalizedDocument): string {
  return `/ledger/${uid}/${documentId}${locale ? `?locale=${locale}` : ''}`;
}

export function useVersionWords() {
  const say = useSay('history');
  const { formatDate } = useIntl();
  const nameActor = ({ actor }: Pick<Row, 'actor'>): string =>
    actor.kind === 'user' ? actor.name : say(actor.kind, { name: actor.name });
  const nameAction = ({ action, state, contentHash }: Row): string => {
    const decision = state === 'decision';
    if (decision && contentHash === null) return `${say(`action.${action}`)} (${say('withdrawal')})`;
    return decision ? say(`action.${action}`) : `${say(`action.${action}`)} (${say(state)})`;
  };
  const showTime = ({ writtenAt }: Row): string => formatDate(writtenAt, { dateStyle: 'medium', timeStyle: 'medium' });
  /** What was written about it; times of the ledger are UTC. */
  const showReason = ({ reason }: Row): string =>
    reason.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) =>
      formatDate(time, { dateStyle: 'medium', timeStyle: 'medium' }),
    );
  return { say, nameActor, nameAction, showTime, showReason };
}

/** `27 Nov 2026, 18:04:11 · Published (live) · ana@veldstone.example`, and the reason below it. */
export function VersionLine({ row, children }: { row: Row; children?: React.ReactNode }) {
  const { nameActor, nameAction, showTime, showReason } = useVersionWords();
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      {children}
      <Typography tag="p" fontWeight="semiBold">
        {nameAction(row)}
      </Typography>
      <Typography tag="p" variant="pi" textColor="neutral600">
        <time dateTime={row.writtenAt}>{showTime(row)}</time> · {nameActor(row)}
      </Typography>
      {row.reason && (
        <Typography tag="p" variant="pi" textColor="neutral600">
          {showReason(row)}
        </Typography>
      )}
    </div>
  );
}
