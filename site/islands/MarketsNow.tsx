/**
 * The week of a few markets in brief: what is open now and until when, and what is unusual today. The server's HTML, which is the same for everybody,
 * has the hours of its day instead.
 */
import { findState } from '../../content/hours/open-spans.ts';
import { buildWeek, unpackSpans } from '../../content/hours/week-view.ts';
import {
  type Instant,
  addDays,
  findInstant,
  findMonday,
  findWallTime,
  minute,
} from '../../content/hours/zoned-time.ts';
import { fill } from '../i18n/fill.ts';
import { type HoursBoardProps, WeekBand } from '../ui/HoursBoard.tsx';
import { formatClock, formatDayClock, formatMoment } from '../ui/hours-text.ts';
import styles from './MarketsNow.module.css';

export interface BriefWords {
  title: string;
  /** With `{time}`, like `closed`. */
  open: string;
  closed: string;
  closedToday: string;
}

interface MarketsNowProps {
  board: HoursBoardProps;
  words: BriefWords;
  /** Address of the page of trading hours. */
  path: string;
  /** ISO date of the server's day. */
  today: string;
  zone: string;
  now: Instant | null;
  /** Says whose clock it is. */
  clock: string;
}

export function MarketsNow({ board, words, path, today: serverDay, zone, now, clock }: MarketsNowProps) {
  const today = now === null ? serverDay : findWallTime(now, zone).date;
  const week = buildWeek(now === null ? board.thisMonday : findMonday(today), zone);
  const { base, covered, spans: packed } = board.shown;
  const from = findInstant(today, 0, zone);
  const to = findInstant(addDays(today, 1), 0, zone);
  return (
    <section className={styles.now} aria-labelledby="markets-now">
      <h2 id="markets-now">
        <a href={path}>{words.title}</a>
      </h2>
      <p>{clock}</p>
      <ul role="list">
        {board.markets.map(({ id, name, notes }, index) => {
          const spans = unpackSpans(packed[index] ?? [], base);
          const times = spans
            .filter(({ opens, closes }) => closes > from && opens < to)
            .map((span) =>
              [Math.max(span.opens, from), Math.min(span.closes, to)]
                .map((at) => formatClock((at - from) / minute))
                .join('–'),
            );
          const { open, until } = findState(spans, now ?? from, covered);
          const state =
            until === null
              ? board.words[open ? 'always' : 'closed']
              : fill(words[open ? 'open' : 'closed'], { time: formatMoment(until, now ?? from, zone, board.words) });
          const text = now === null ? times.join(', ') || words.closedToday : state;
          return (
            <li key={id}>
              <a href={`${path}#${id}`}>{name}</a>
              <span key={text} data-open={now === null ? undefined : open}>
                {text}
              </span>
              <WeekBand spans={spans} week={week} now={now} />
              {notes
                .filter(([date]) => date === today)
                .map(([date, note, at]) => (
                  <small key={note}>
                    {at === null ? note : fill(note, { time: formatDayClock(at, date, zone, board.words.weekdays) })}
                  </small>
                ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
