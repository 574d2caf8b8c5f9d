import type { OpenSpan } from '../../../content/hours/open-spans.ts';
import { type Week, barsOf, midnightsOf } from '../../../content/hours/week-view.ts';
import { minute } from '../../../content/hours/zoned-time.ts';
import styles from './WeekBand.module.css';

const height = 20;

/**
 * A week of a market as a band: its open time as bars, its days between lines, and a line for now. Hidden from assistive technology, which
 * reads the hours in words next to it.
 * @param now milliseconds since 1970; null draws no line.
 */
export function WeekBand({ spans, week, now }: { spans: readonly OpenSpan[]; week: Week; now: number | null }) {
  const length = (week.to - week.from) / minute;
  const bars = barsOf(spans, week).map((bar) => `M${bar.start} 4h${bar.length}v12h-${bar.length}z`);
  const days = midnightsOf(week).map((start) => `M${start} 0v${height}`);
  const at = now === null ? -1 : Math.floor((now - week.from) / minute);
  return (
    <svg className={styles.band} viewBox={`0 0 ${length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.days} d={days.join('')} />
      <path className={styles.open} d={bars.join('')} />
      {at >= 0 && at < length && <path className={styles.now} d={`M${at} 0v${height}`} />}
    </svg>
  );
}
