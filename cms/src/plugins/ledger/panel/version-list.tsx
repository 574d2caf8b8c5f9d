/** The versions of a document: two of them are chosen to be compared, and one can be restored as a draft. */
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { RestoreButton } from './restore-button';
import { SideChoice } from './side-choice';
import { useList } from '../../../admin/use-list';
import { useVersionWords, VersionLine, type Row } from './version-words';

interface Sides {
  from: string;
  to: string;
}
interface Shown extends Sides {
  /** Query that names the document. */
  question: string;
  compare: (sides: Sides) => void;
  select: (side: Partial<Sides>) => void;
  /** Rises when a version was restored. */
  restored: number;
  onRestored: () => void;
}

const pickRows = ({ rows }: { rows: Row[] }) => rows;
/** Asks for what was live at a time when nothing was. */
const beforeAll = `at:${new Date(0).toISOString()}`;

export function VersionList({ question, from, to, compare, select, restored, onRestored }: Shown) {
  const { say, showTime } = useVersionWords();
  const {
    items: rows,
    complete,
    failed,
    more,
  } = useList(`history?${question}`, pickRows, ({ seq }) => seq, [restored]);
  const choose = (value: string, name: string) =>
    (['from', 'to'] as const).map((side) => (
      <SideChoice
        key={side}
        side={side}
        name={name}
        checked={(side === 'from' ? from : to) === value}
        onChoose={() => select({ [side]: value })}
      />
    ));
  return (
    <Box>
      <Typography tag="h2" variant="beta">
        {say('versions')}
      </Typography>
      <Box tag="ol" maxHeight="64rem" overflow="auto" paddingTop={2}>
        {(['draft', 'live'] as const).map((now) => (
          <Item key={now} radios={choose(now, say(`${now}-now`))}>
            <Typography fontWeight="semiBold">{say(`${now}-now`)}</Typography>
          </Item>
        ))}
        {rows.map((row, index) => {
          const seq = String(row.seq);
          const older = findOlder(rows, index)?.seq ?? (complete ? beforeAll : undefined);
          return (
            <Item key={seq} radios={choose(seq, showTime(row))}>
              <VersionLine row={row} />
              <Flex gap={2} paddingTop={2} wrap="wrap">
                {older && (
                  <Button
                    variant="tertiary"
                    size="S"
                    aria-label={`${say('changes')}: ${showTime(row)}`}
                    onClick={() => compare({ from: String(older), to: seq })}
                  >
                    {say('changes')}
                  </Button>
                )}
                {row.contentHash && row.state !== 'decision' && <RestoreButton row={row} onRestored={onRestored} />}
              </Flex>
            </Item>
          );
        })}
      </Box>
      {failed && <Typography role="alert">{say('unreadable')}</Typography>}
      {!complete && !failed && (
        <Box paddingTop={2}>
          <Button variant="secondary" onClick={more}>
            {say('older')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

function Item({ radios, children }: { radios: React.ReactNode[]; children: React.ReactNode }) {
  return (
    <Flex tag="li" gap={4} padding={3} alignItems="flex-start" borderColor="neutral150">
      <Flex direction="column" alignItems="flex-start" gap={1} shrink={0}>
        {radios}
      </Flex>
      <Box flex="1" minWidth={0}>
        {children}
      </Box>
    </Flex>
  );
}

/** The version before this one, of the same state; a draft also follows a live version, which it was at first. */
function findOlder(rows: readonly Row[], index: number): Row | undefined {
  const { state } = rows[index] as Row;
  return rows.slice(index + 1).find((row) => row.state === state || (state !== 'live' && row.state !== 'decision'));
}
