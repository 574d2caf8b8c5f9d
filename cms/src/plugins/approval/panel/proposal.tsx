/** What an approver sees of a proposal: the difference, and the public pages that change. */
import { Loader, Typography } from '@strapi/design-system';
import type { Comparison } from '../../ledger/server/compare-versions';
import { DifferenceView } from '../../ledger/panel/difference-view';
import { isSet } from '../../ledger/server/document-sets';
import { ChangedPagesView } from './changed-pages-view';
import { ProposalSection } from './proposal-section';
import { SetProposal } from './set-proposal';
import { useAnswer } from '../../../admin/use-answer';
import { useSay } from '../../../admin/panel-words';
import type { LocalizedDocument } from '../../../setup/localized-document';

/** @param seq of the submission. */
export function ProposalView({ document, seq }: { document: LocalizedDocument; seq: number }) {
  const say = useSay('approval');
  if (isSet(document)) return <SetProposal document={document} />;
  return (
    <>
      <ProposalSection title={say('difference')}>
        <Difference document={document} seq={seq} />
      </ProposalSection>
      <ProposalSection title={say('pages')}>
        <ChangedPagesView document={document} />
      </ProposalSection>
    </>
  );
}

function Difference({ document, seq }: { document: LocalizedDocument; seq: number }) {
  const { uid, documentId, locale } = document;
  const query = new URLSearchParams({ uid, documentId, locale, from: 'live', to: String(seq) });
  const [comparison, failed] = useAnswer<Comparison>(`compare?${query}`);
  const say = useSay('approval');
  if (failed) return <Typography textColor="danger600">{say('unreadable')}</Typography>;
  return comparison ? <DifferenceView uid={uid} comparison={comparison} /> : <Loader>{say('loading')}</Loader>;
}
