/** The panel “History” beside the form: the last versions of the document in this language, and who changed it last. */
import { Flex, Link, Typography } from '@strapi/design-system';
import { useQueryParams } from '@strapi/strapi/admin';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Link as RouterLink } from 'react-router-dom';
import { useGate } from './approval-panel';
import { useAnswer } from './use-answer';
import { historyAddress, useSay, useVersionWords, VersionLine, type Row } from './version-words';

const shownVersions = 4;

export const HistoryPanel: PanelComponent = (props) => {
  const { model, documentId, document, meta } = props;
  const { gate } = useGate(props);
  const say = useSay('history');
  const id = documentId ?? document?.documentId;
  if (!id || !model.startsWith('api::')) return null;
  const state = [document, meta, gate?.decision?.seq];
  return { title: say('title'), content: <LastVersions uid={model} documentId={id} state={state} /> };
};

interface Shown {
  uid: string;
  documentId: string;
  /** What Strapi read of the document, and the last step of its approval: after a save or a step, they are others. */
  state: readonly unknown[];
}

function LastVersions({ uid, documentId, state }: Shown) {
  const { say, nameActor, showTime } = useVersionWords();
  const [{ query }] = useQueryParams<{ plugins?: { i18n?: { locale?: string } } }>();
  const locale = query.plugins?.i18n?.locale ?? '';
  const subject = new URLSearchParams({ uid, documentId, locale });
  const [answer, failed] = useAnswer<{ rows: Row[] }>(`history?${subject}`, state);
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
