/**
 * `/trading-hours`: the week of every market. The cached page is in UTC and does not depend on the moment: the browser adds the current time. The
 * form's answer is for one visitor and is not cached.
 */
import { dayTag } from '../../../content/replica/tags.ts';
import { Island } from '../../islands/Island.tsx';
import type { MarketHoursProps } from '../../islands/market-hours.island.tsx';
import boardStyles from '../../ui/HoursBoard.module.css';
import { formatZone } from '../../ui/hours-text.ts';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { Section } from '../../ui/Section.tsx';
import { type ContentPageData, ToolPage, createContentPage } from '../content-page.tsx';
import { type ComingDay, type StepWeeks, listComingDays, findStepWeeks } from './coming-days.ts';
import { buildHoursBoard, hoursQuery } from './hours-board.ts';
import styles from './trading-hours-page.module.css';

interface TradingHoursData extends ContentPageData {
  hours: MarketHoursProps;
  days: ComingDay[];
  steps: StepWeeks | null;
  /** The visitor has asked for too much: nothing was computed. */
  refused: boolean;
}

/** The coming days that are visible at once; a summary opens the others. */
const daysAtOnce = 3;

function TradingHoursPage({ data }: { data: TradingHoursData }) {
  const { hours, days, steps, refused } = data;
  const { t, date } = useCurrentPage();
  const [beforeZone, afterZone] = t('hours.holidaysText', { zone: '{zone}' }).split('{zone}');
  return (
    <ToolPage
      data={data}
      after={
        <>
          {days.length > 0 && (
            <Section
              block={{ tone: 'band', id: 'holidays', heading: t('hours.holidays') }}
              layout="split"
              after={
                <p className={styles.lead}>
                  {beforeZone}
                  <span data-zone-name="" translate="no">
                    {formatZone(hours.zone, hours.zoneInAddress ? hours.typed.zone : '')}
                  </span>
                  {afterZone}
                </p>
              }
            >
              <ComingDays days={days.slice(0, daysAtOnce)} />
              {days.length > daysAtOnce && (
                <details className={boardStyles.more}>
                  <summary>{t('hours.moreDays', { count: days.length - daysAtOnce })}</summary>
                  <ComingDays days={days.slice(daysAtOnce)} />
                </details>
              )}
            </Section>
          )}
          {steps && (
            <Section
              block={{ id: 'out-of-step', heading: t('hours.step') }}
              layout="split"
              after={
                <p className={styles.lead}>
                  {t('hours.stepText', { city: steps.city, market: steps.market, usual: steps.usual })}
                </p>
              }
            >
              <ol role="list" className={styles.days}>
                {steps.weeks.map(({ from, to, hours: text }) => (
                  <li key={from}>{t('hours.stepRow', { from: date(from), to: date(to), hours: text })}</li>
                ))}
              </ol>
            </Section>
          )}
        </>
      }
    >
      {refused && <p role="alert">{t('search.pageRefused')}</p>}
      {hours.board.markets.length > 0 && (
        <div id="week" className={styles.board}>
          <h2>
            {hours.board.monday === null ? t('hours.board') : t('hours.boardWeek', { date: date(hours.board.monday) })}
          </h2>
          <Island name="market-hours" load="visible" props={hours} />
          <p>{t('hours.boardText')}</p>
        </div>
      )}
    </ToolPage>
  );
}

export function ComingDays({ days }: { days: readonly ComingDay[] }) {
  const { date } = useCurrentPage();
  return (
    <ol role="list" className={styles.days}>
      {days.map((one) => (
        <li key={`${one.date} ${one.occasion}`}>
          <h3>
            <time dateTime={one.date}>{date(one.date)}</time>
          </h3>
          <p className={styles.occasion}>{one.occasion}</p>
          {one.effects.map((parts, index) => (
            <p key={index}>
              {parts.map((part, place) =>
                typeof part === 'string' ? (
                  part
                ) : (
                  // The island of the board shows it on the visitor's clock.
                  <time key={place} translate="no" dateTime={new Date(part.at).toISOString()} data-clock={one.date}>
                    {part.text}
                  </time>
                ),
              )}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}

export const tradingHoursPage = createContentPage<TradingHoursData>('trading-hours', {
  kind: 'trading-hours',
  query: hoursQuery,
  cached: 'without-query',
  load(context) {
    const { read, locale, query, t } = context;
    // The page shows the week of today: with a new day it is another page.
    read.note([dayTag]);
    const now = Date.now();
    const refused = context.search.refused ?? false;
    const calendars = refused ? [] : read.list('trading-calendar', locale);
    const hours = buildHoursBoard(calendars, query, now, context);
    const { zone } = hours;
    return {
      hours,
      days: listComingDays(calendars, { now, zone, locale, t }),
      steps: findStepWeeks(calendars, { now, zone, locale, words: hours.board.words }),
      refused,
    };
  },
  head: (_, { query }) => (query.size > 0 ? { noindex: true } : {}),
  Component: TradingHoursPage,
});
