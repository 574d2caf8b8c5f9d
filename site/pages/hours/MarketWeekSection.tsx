/** A small week of the markets of a page: drawn and in words. In the browser it also shows which markets are open now. */
import { dayTag } from '../../../content/replica/tags.ts';
import type { TradingCalendar } from '../../../content/model.ts';
import { localePath } from '../../i18n/locale-path.ts';
import { messages } from '../../i18n/translate.ts';
import { Island } from '../../islands/Island.tsx';
import type { MarketWeekProps } from '../../islands/market-week.island.tsx';
import type { LoaderContext } from '../../page/page-module.ts';
import { linkTo } from '../../route-patterns.ts';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { Section } from '../../ui/Section.tsx';
import { buildHoursBoard } from './hours-board.ts';
import styles from './market-week.module.css';

/** Builds the data of the section; null without a calendar. */
export function buildMarketWeek(calendars: readonly TradingCalendar[], context: LoaderContext): MarketWeekProps | null {
  if (calendars.length === 0) return null;
  // The page shows the week of today: with a new day it is another page.
  context.read.note([dayTag]);
  const { board, words } = buildHoursBoard(calendars, new URLSearchParams(), Date.now(), context);
  return { board, words: { inUtc: context.t('instrument.inUtc'), inZone: words.inZone } };
}

/** The markets of the brief week: the first of the page of trading hours. */
const briefMarkets = 5;

/** Builds the data of the brief week; null without a calendar. */
export function buildMarketsNow(context: LoaderContext): MarketWeekProps | null {
  const { read, locale, t } = context;
  const week = buildMarketWeek(read.list('trading-calendar', locale).slice(0, briefMarkets), context);
  if (!week) return null;
  const { openBrief: open, closedBrief: closed } = messages[locale].hours;
  const words = { title: t('hours.today'), open, closed, closedToday: t('hours.closedToday') };
  const today = new Date().toISOString().slice(0, 10);
  return { ...week, brief: { words, path: localePath(linkTo('/trading-hours'), locale), today } };
}

export function MarketWeekSection({ heading, week }: { heading: string; week: MarketWeekProps | null }) {
  const { t, href } = useCurrentPage();
  if (!week) return null;
  return (
    <Section block={{ id: 'hours', heading }}>
      {/* An island has no box, so the section's grid needs one around it. */}
      <div className={styles.week}>
        <Island name="market-week" load="visible" props={week} />
        <p className={styles.all}>
          <a href={href(linkTo('/trading-hours'))}>{t('instrument.allHours')}</a>
        </p>
      </div>
    </Section>
  );
}
