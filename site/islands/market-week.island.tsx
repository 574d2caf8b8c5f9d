/**
 * The week of one market or a few, on pages about something else. The HTML is in UTC; in the browser it is on the visitor's clock, the one chosen on
 * the page of trading hours if any, and says what is open now.
 */
import { fill } from '../i18n/fill.ts';
import { clockText, zoneText } from '../ui/hours/hours-text.ts';
import { wallTimeAt } from '../../content/hours/zoned-time.ts';
import { HoursBoard, type HoursBoardProps } from '../ui/hours/HoursBoard.tsx';
import { useVisitorClock } from './visitor-clock.ts';
import styles from './market-hours.island.module.css';

export interface MarketWeekProps {
  board: HoursBoardProps;
  words: {
    inUtc: string;
    /** With `{zone}` and `{time}`. */
    inZone: string;
  };
}

export function MarketWeek({ board, words }: MarketWeekProps) {
  const { now, own } = useVisitorClock(null);
  const zone = own ?? 'UTC';
  const wall = now === null ? null : wallTimeAt(now, zone);
  const time = wall && `${board.words.weekdays[wall.weekday]} ${clockText(wall.minutes)}`;
  return (
    <div>
      <p className={styles.clock}>{time === null ? words.inUtc : fill(words.inZone, { zone: zoneText(zone), time })}</p>
      <HoursBoard {...board} zone={zone} now={now} />
    </div>
  );
}
