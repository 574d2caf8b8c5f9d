/**
 * The week of one market or a few, on pages about something else. The HTML is in UTC; in the browser it is on the visitor's clock, the one chosen on
 * the page of trading hours if any, and says what is open now.
 */
import { formatClockLine } from '../ui/hours-text.ts';
import { HoursBoard, type HoursBoardProps } from '../ui/HoursBoard.tsx';
import { type BriefWords, MarketsNow } from './MarketsNow.tsx';
import { useVisitorClock } from './visitor-clock.ts';
import styles from './market-hours.island.module.css';

export interface MarketWeekProps {
  board: HoursBoardProps;
  words: {
    inUtc: string;
    /** With `{zone}` and `{time}`. */
    inZone: string;
  };
  /** Shows the week in brief. */
  brief?: { words: BriefWords; path: string; today: string };
}

export function MarketWeek({ board, words, brief }: MarketWeekProps) {
  const { now, own } = useVisitorClock(null);
  const zone = own ?? 'UTC';
  const clock = formatClockLine({ now, zone, words, weekdays: board.words.weekdays });
  if (brief) return <MarketsNow board={board} {...brief} zone={zone} now={now} clock={clock} />;
  return (
    <div>
      <p className={styles.clock}>{clock}</p>
      <HoursBoard {...board} zone={zone} now={now} />
    </div>
  );
}
