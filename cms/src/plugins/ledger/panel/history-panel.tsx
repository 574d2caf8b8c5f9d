/** The panel “History” beside the form: the last versions of the document in this language, and who changed it last. */
import { Flex, Link, Typography } from '@strapi/design-system';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Link as RouterLink } from 'react-router-dom';
import { useSay } from '../../../admin/panel-words';
import { useFormLocale } from '../../../admin/use-form-document';
import { useLastVersionsQuery } from './ledger-api';
import { historyAddress, useVersionWords, VersionLine } from './version-words';

const shownVersions = 4;

export const HistoryPanel: PanelComponent = ({ model, documentId, document }) => {
  const say = useSay('history');
  const id = documentId ?? document?.documentId;
  if (!id || !model.startsWith('api::')) return null;
  return { title: say('title'), content: <LastVersions uid={model} documentId={id} /> };
};

function LastVersions({ uid, documentId }: { uid: string; documentId: string }) {
  const { say, nameActor, showTime } = useVersionWords();
  const locale = useFormLocale() ?? '';
  const { data: answer, isError: failed } = useLastVersionsQuery(
    { uid, documentId, locale },
    // Somebody else may have changed it meanwhile.
    { refetchOnMountOrArgChange: true },
  );
  if (failed) return <Typography textColor="neutral600">{say('unreadable')}</Typography>;
  const rows = answer?.rows ?? [];
  const last = rows.find((row) => row.state !== 'decision');
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%" aria-busy={!answer}>
      {last && (
        <Typography tag="p" style={{ overflowWrap: 'anywhere' }}>
          {say('changed-last', { name: nameActor(last), time: showTime(last) })}
        </Typography>
      )}
      {answer && rows.length === 0 && <Typography>{say('none')}</Typography>}
      <Flex tag="ol" direction="column" alignItems="stretch" gap={3}>
        {rows.slice(0, shownVersions).map((row) => (
          <li key={row.seq}>
            <VersionLine row={row} />
          </li>
        ))}
      </Flex>
      <Link tag={RouterLink} to={historyAddress({ uid, documentId, locale })}>
        {say('open')}
      </Link>
    </Flex>
  );
}
