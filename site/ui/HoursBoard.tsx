/**
 * The week of every market on one clock: drawn, in words, and with the current state. The server renders it and, as an island, the browser, so it
 * gets everything as props, including the time and the zone.
 * A text that changes stands alone in its element: a translator replaces text nodes, and React would update the one that is gone.
 */
import { Fragment } from 'react';
import { type OpenSpan, findState } from '../../content/hours/open-spans.ts';
import {
  type Week,
  findBars,
  findMidnights,
  unpackSpans,
  describeWeek,
  buildWeek,
} from '../../content/hours/week-view.ts';
import { type Instant, addDays, day, minute, findMonday, findWallTime } from '../../content/hours/zoned-time.ts';
import { fill } from '../i18n/fill.ts';
import { type HoursWords, formatDayClock, formatDuration, formatWeekLine, formatMoment } from './hours-text.ts';
import styles from './HoursBoard.module.css';
import band from './WeekBand.module.css';

/** Spans as `packSpans` writes them, with the time that they cover. */
export interface PackedSpans {
  base: Instant;
  /** The hours after this moment are unknown. */
  covered: Instant;
  /** By market, in the order of the markets. */
  spans: readonly (readonly number[])[];
}

export interface BoardMarket {
  id: string;
  name: string;
  trades: string;
  /** Notes on unusual days, by ISO date of the market's own calendar; `{time}` in the text is the moment on the clock of the board. */
  notes: readonly (readonly [date: string, text: string, at: Instant | null])[];
}

export interface HoursBoardProps {
  markets: readonly BoardMarket[];
  /** The spans of the shown week, with a day or more on both sides. */
  shown: PackedSpans;
  /** The Monday that the visitor asked for; null for the week of today. */
  monday: string | null;
  /** The Monday of today's week where the page was rendered, while `now` is not known. */
  thisMonday: string;
  words: HoursWords & { file: string; fileOf: string; more: string };
  /** Address of a market's calendar file, with `{id}` in it. */
  file: string;
}

/** The markets that are visible at once; a summary opens the others. */
export const shownAtOnce = 8;

/** @param now null on a page that is the same for everybody: it does not depend on the moment. */
export function HoursBoard({
  markets,
  shown,
  monday,
  thisMonday,
  words,
  file,
  zone,
  now,
}: HoursBoardProps & { zone: string; now: Instant | null }) {
  const week = buildWeek(monday ?? (now === null ? thisMonday : findMonday(findWallTime(now, zone).date)), zone);
  // Open or closed is said of now: next to the hours of another week it would be read as theirs.
  const isNow = now !== null && now >= week.from && now < week.to;
  const rows = markets.map((market, index) => (
    <li key={market.id} id={market.id}>
      <h3>{market.name}</h3>
      <Market
        market={market}
        spans={unpackSpans(shown.spans[index] ?? [], shown.base)}
        week={week}
        zone={zone}
        state={isNow ? readState(unpackSpans(shown.spans[index] ?? [], shown.base), shown, now, zone, words) : null}
        now={now}
        words={words}
      />
      <a
        className={styles.file}
        href={fill(file, { id: market.id })}
        aria-label={fill(words.fileOf, { name: market.name })}
        download
      >
        {words.file}
      </a>
    </li>
  ));
  return (
    <div className={styles.board}>
      <div className={styles.days} aria-hidden="true">
        {Array.from({ length: 7 }, (_, index) => {
          const date = addDays(week.monday, index);
          return (
            <span key={index}>
              {words.weekdays[(index + 1) % 7]} <b>{Number(date.slice(8))}</b>
            </span>
          );
        })}
      </div>
      <ul role="list" className={styles.markets}>
        {rows.slice(0, shownAtOnce)}
      </ul>
      {/* A link to one of these opens them: browsers do so by themselves. */}
      {rows.length > shownAtOnce && (
        <details className={styles.more}>
          <summary>{words.more}</summary>
          <ul role="list" className={styles.markets}>
            {rows.slice(shownAtOnce)}
          </ul>
        </details>
      )}
    </div>
  );
}

interface State {
  open: boolean;
  text: string;
}

function readState(spans: OpenSpan[], { covered }: PackedSpans, now: Instant, zone: string, words: HoursWords): State {
  const { open, until } = findState(spans, now, covered);
  const text =
    until === null
      ? open
        ? words.always
        : ''
      : fill(open ? words.closes : words.opens, {
          time: formatMoment(until, now, zone, words),
          duration: formatDuration(until - now, words),
        });
  return { open, text };
}

function Market({
  market,
  spans,
  week,
  zone,
  state,
  now,
  words,
}: {
  market: BoardMarket;
  spans: OpenSpan[];
  week: Week;
  zone: string;
  state: State | null;
  now: Instant | null;
  words: HoursWords;
}) {
  const lines = describeWeek(spans, week);
  const last = addDays(week.monday, 6);
  const notes = market.notes.filter(([date]) => date >= week.monday && date <= last);
  return (
    <>
      <p className={styles.about}>{market.trades}</p>
      <p className={styles.state} data-open={state?.open}>
        {state && (
          <>
            <strong>{state.open ? words.open : words.closed}</strong>
            {state.text && <span key={state.text}>{` · ${state.text}`}</span>}
          </>
        )}
      </p>
      <WeekBand spans={spans} week={week} now={now} />
      <p className={styles.times}>
        {lines.length === 0 && <span>{words.noSession}</span>}
        {lines.map((line, index) => (
          <Fragment key={index}>
            <span translate="no">{formatWeekLine(line, words) + (index < lines.length - 1 ? ' ·' : '')}</span>{' '}
          </Fragment>
        ))}
      </p>
      {notes.map(([date, text, at]) => (
        <p key={`${date} ${at}`} className={styles.note}>
          {at === null ? text : fill(text, { time: formatDayClock(at, date, zone, words.weekdays) })}
        </p>
      ))}
    </>
  );
}

const bandHeight = 20;

/**
 * A week of a market as a band: its open time as bars, its days between lines, and a line for now. Hidden from assistive technology, which
 * reads the hours in words next to it.
 */
export function WeekBand({ spans, week, now }: { spans: readonly OpenSpan[]; week: Week; now: Instant | null }) {
  const length = (week.to - week.from) / minute;
  const bars = findBars(spans, week).map((bar) => `M${bar.start} 4h${bar.length}v12h-${bar.length}z`);
  const days = findMidnights(week).map((start) => `M${start} 0v${bandHeight}`);
  const at = now === null ? -1 : Math.floor((now - week.from) / minute);
  return (
    <svg className={band.band} viewBox={`0 0 ${length} ${bandHeight}`} preserveAspectRatio="none" aria-hidden="true">
      <path className={band.days} d={days.join('')} />
      <path className={band.open} d={bars.join('')} />
      {at >= 0 && at < length && <path className={band.now} d={`M${at} 0v${bandHeight}`} />}
    </svg>
  );
}

/** The time before and after a shown week that its spans must cover, so that it is complete on every clock and the next change is known. */
export const boardReach = { before: 8 * day, after: 16 * day };
