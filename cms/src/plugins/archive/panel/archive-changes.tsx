/** All changes of an address on one line of time, newest first. Each can be shown, and two of them compared. */
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { ArchivedVersion } from '../server/archive-routes';
import { useArchiveWords } from './archive-words';
import { useSay } from '../../../admin/panel-words';
import { SideChoice } from '../../ledger/panel/side-choice';

/** As many as one answer of the site has. */
const changesAtOnce = 500;

const Line = styled.ol`
  border-inline-start: 2px solid ${({ theme }) => theme.colors.neutral300};
  margin-inline-start: 0.7rem;
  max-block-size: 64rem;
  overflow-y: auto;
`;
const Point = styled.li<{ $shown: boolean }>`
  padding: 0.8rem 0 0.8rem 2rem;
  position: relative;
  &::before {
    background: ${({ theme, $shown }) => ($shown ? theme.colors.primary600 : theme.colors.neutral0)};
    block-size: 1.2rem;
    border: 2px solid ${({ theme }) => theme.colors.primary600};
    border-radius: 50%;
    content: '';
    inline-size: 1.2rem;
    inset-block-start: 1.2rem;
    inset-inline-start: 0.2rem;
    position: absolute;
  }
`;

interface Sides {
  from?: ArchivedVersion;
  to?: ArchivedVersion;
}
interface Props {
  /** Newest first. */
  changes: readonly ArchivedVersion[];
  /** The entry that the page shows. */
  shown: number | undefined;
  zone: string;
  sides: Sides;
  show: (version: ArchivedVersion) => void;
  choose: (sides: Sides) => void;
}

export function ArchiveChanges({ changes, shown, zone, sides, show, choose }: Props) {
  const { say, showTime } = useArchiveWords(zone);
  const sayHistory = useSay('history');
  return (
    <Box>
      <Typography tag="h2" variant="beta">
        {say('changes', { count: changes.length })}
      </Typography>
      {changes.length === 0 && <Typography>{say('no-changes')}</Typography>}
      <Line tabIndex={0}>
        {changes.map((version, index) => {
          const older = changes[index + 1];
          const time = showTime(version.from);
          return (
            <Point key={version.entry} $shown={version.entry === shown}>
              <Typography tag="p" fontWeight="semiBold">
                <time dateTime={version.from}>{time}</time>
              </Typography>
              <Typography tag="p" variant="pi" textColor="neutral600">
                {say(`short.${version.kind}`)} · {say('entry')}: {version.entry}
              </Typography>
              <Flex gap={3} paddingTop={1} wrap="wrap">
                {(['from', 'to'] as const).map((side) => (
                  <SideChoice
                    key={side}
                    side={side}
                    name={time}
                    checked={sides[side]?.entry === version.entry}
                    onChoose={() => choose({ [side]: version })}
                  />
                ))}
                <Button
                  size="S"
                  variant="tertiary"
                  aria-current={version.entry === shown}
                  aria-label={`${say('show')}: ${time}`}
                  onClick={() => show(version)}
                >
                  {say('show')}
                </Button>
                {older && (
                  <Button
                    size="S"
                    variant="tertiary"
                    aria-label={`${sayHistory('changes')}: ${time}`}
                    onClick={() => choose({ from: older, to: version })}
                  >
                    {sayHistory('changes')}
                  </Button>
                )}
              </Flex>
            </Point>
          );
        })}
      </Line>
      {changes.length >= changesAtOnce && <Typography>{say('cut', { count: changesAtOnce })}</Typography>}
    </Box>
  );
}
