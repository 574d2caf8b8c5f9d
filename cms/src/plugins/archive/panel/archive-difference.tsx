/** The difference of the words of two versions of an address. */
import { useEffect, useRef } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import type { ArchiveAnswer, ArchivedVersion } from '../server/archive-routes';
import { isProblem, useArchiveWords } from './archive-words';
import { DifferenceView } from '../../ledger/panel/difference-view';
import { useAnswer } from '../../../admin/use-answer';
import { useSay } from '../../../admin/panel-words';
import { readVisibleText } from './visible-text';

interface Text {
  kind: ArchivedVersion['kind'];
  /** Null when its time is over. */
  text: string | null;
}
interface Props {
  from: ArchivedVersion;
  to: ArchivedVersion;
  zone: string;
}

export function ArchiveDifference({ from, to, zone }: Props) {
  const { say, showTime } = useArchiveWords(zone);
  const sayHistory = useSay('history');
  const [before, unreadBefore] = useAnswer<ArchiveAnswer<Text>>(`archive/text?entry=${from.entry}`);
  const [after, unreadAfter] = useAnswer<ArchiveAnswer<Text>>(`archive/text?entry=${to.entry}`);
  const heading = useRef<HTMLHeadingElement>(null);
  /** For those who do not see that it changed. */
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [from, to]);
  const problem = [before, after].find(isProblem)?.problem ?? (unreadBefore || unreadAfter ? 'away' : null);
  const isKept = [before, after].every((side) => !side || isProblem(side) || side.text !== null);
  return (
    <Flex direction="column" alignItems="stretch" gap={3} aria-busy={!before || !after}>
      <Typography tag="h2" variant="beta" ref={heading} tabIndex={-1} style={{ scrollMarginBlockStart: '9rem' }}>
        {sayHistory('difference')}
      </Typography>
      <Typography textColor="neutral600">
        {sayHistory('from')}: {showTime(from.from)} · {say(`short.${from.kind}`)}
      </Typography>
      <Typography textColor="neutral600">
        {sayHistory('to')}: {showTime(to.from)} · {say(`short.${to.kind}`)}
      </Typography>
      {problem && <Typography role="alert">{say(`problem.${problem}`)}</Typography>}
      {!isKept && <Typography role="status">{say('not-kept')}</Typography>}
      {before && after && !problem && isKept && (
        <WordDifference before={before as Text} after={after as Text} same={from.sha256 === to.sha256} />
      )}
    </Flex>
  );
}

function WordDifference({ before, after, same }: { before: Text; after: Text; same: boolean }) {
  const { say } = useArchiveWords('UTC');
  const [old, now] = [readWords(before), readWords(after)];
  const fields = Object.fromEntries(
    ['title', 'words', 'target'].map((name) => [name, { label: say(`field.${name}`), type: 'text' }]),
  );
  if (!same && JSON.stringify(old) === JSON.stringify(now)) return <Typography>{say('same-words')}</Typography>;
  return (
    <Box>
      <DifferenceView
        uid="page"
        comparison={{
          labels: { page: { name: 'page', fields } },
          names: {},
          from: { content: old },
          to: { content: now },
        }}
      />
    </Box>
  );
}

/** @returns null when nothing was there. */
function readWords({ kind, text }: Text): Record<string, string> | null {
  if (kind === 'gone' || text === null) return null;
  return kind === 'redirect' ? { target: text } : readVisibleText(text);
}
