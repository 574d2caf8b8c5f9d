/** `/forex`, `/indices` and the other markets: their blocks, a line that leads to the cost ticket, and the week of the places where their instruments trade. */
import type { Instrument, TradingCalendar } from '../../content/model.ts';
import type { KnownBlock } from '../../content/model-blocks.ts';
import type { InstrumentClass } from '../../content/model-instruments.ts';
import { findBySymbol } from '../instruments/find-instruments.ts';
import type { MarketWeekProps } from '../islands/market-week.island.tsx';
import type { LoaderContext, PageModule } from '../page/page-module.ts';
import { Blocks } from '../blocks/Blocks.tsx';
import type { ResolvedBlock } from '../blocks/resolved-block.ts';
import { useCurrentPage } from '../ui/current-page.tsx';
import { type ContentPageData, createContentPage } from './content-page.tsx';
import { CostTicketLine } from './costs/CostTicket.tsx';
import { findTicketInstrument } from './costs/cost-tool-props.ts';
import { MarketWeekSection, buildMarketWeek } from './hours/MarketWeekSection.tsx';

interface Market {
  classes: readonly [InstrumentClass, ...InstrumentClass[]];
  /** Symbol of the instrument of the ticket that the line leads to. */
  ticket: string;
  /** Symbols whose hours are shown first; then those by which most instruments of the classes trade. */
  hours: readonly string[];
  /**
   * The blocks before which ticket and hours are inserted. Without such a block, the ticket comes right after the head, and the hours before the
   * questions. With the same block for both, the hours come first.
   */
  places: Record<'ticket' | 'hours', KnownBlock['component']>;
}

/** The pages of markets, with the classes of instruments that they are about. */
const markets = {
  forex: {
    classes: ['forex-major', 'forex-minor', 'forex-exotic'],
    ticket: 'EURUSD',
    hours: ['EURUSD'],
    places: { hours: 'blocks.worked-example', ticket: 'blocks.worked-example' },
  },
  indices: {
    classes: ['index'],
    ticket: 'US500',
    hours: ['US500', 'DE40'],
    places: { ticket: 'blocks.rich-text', hours: 'blocks.faq' },
  },
  commodities: {
    classes: ['commodity'],
    ticket: 'XAUUSD',
    hours: ['XAUUSD', 'WTI'],
    places: { ticket: 'blocks.faq', hours: 'blocks.faq' },
  },
  stocks: {
    classes: ['stock'],
    ticket: 'AAPL',
    hours: ['AAPL', 'SAP'],
    places: { ticket: 'blocks.comparison-table', hours: 'blocks.faq' },
  },
  crypto: {
    classes: ['crypto'],
    ticket: 'BTCUSD',
    hours: ['BTCUSD'],
    places: { ticket: 'blocks.feature-list', hours: 'blocks.faq' },
  },
} as const satisfies Record<string, Market>;

/** The most markets in the small week of one page; the page of trading hours has all of them. */
const maxCalendars = 2;

/** Finds the calendars of the given instruments and the most frequent calendars of the given classes, in the order of the calendars. */
function chooseCalendars({ classes, hours }: Market, context: LoaderContext): TradingCalendar[] {
  const { read, locale } = context;
  const calendarCounts = read.computed(`calendars ${classes.join()} ${locale}`, (all) => {
    const counts = new Map<string, number>();
    for (const one of classes)
      for (const { calendar } of all.list('instrument', locale, { relation: ['class', one] }))
        counts.set(calendar, (counts.get(calendar) ?? 0) + 1);
    return [...counts];
  });
  const first = new Set(hours.map((symbol) => findBySymbol(symbol, context)?.calendar));
  const isFirst = ({ id }: TradingCalendar) => Number(first.has(id));
  const chosenCalendars = calendarCounts
    .flatMap(([id, count]) => {
      const calendar = read.get('trading-calendar', id, locale);
      return calendar ? { calendar, count } : [];
    })
    .toSorted(
      (one, other) =>
        isFirst(other.calendar) - isFirst(one.calendar) ||
        other.count - one.count ||
        one.calendar.position - other.calendar.position,
    )
    .slice(0, maxCalendars);
  return chosenCalendars.map(({ calendar }) => calendar).toSorted((one, other) => one.position - other.position);
}

interface MarketData extends ContentPageData {
  week: MarketWeekProps | null;
  ticket: Instrument | null;
  places: Market['places'];
}

/** Finds the index of the block before which a part is inserted. */
function findIndex(blocks: readonly ResolvedBlock[], wanted: KnownBlock['component'], otherwise: number): number {
  const found = blocks.findIndex(({ component }) => component === wanted);
  return found > 0 ? found : otherwise;
}

function MarketPage({ data: { blocks, week, ticket, places } }: { data: MarketData }) {
  const { t } = useCurrentPage();
  const head = blocks[0]?.component === 'blocks.hero' ? 1 : 0;
  const questions = blocks.findIndex(({ component }) => component === 'blocks.faq');
  const parts = [
    {
      at: findIndex(blocks, places.hours, questions < 0 ? blocks.length : questions),
      element: <MarketWeekSection heading={t('instrument.marketHours')} week={week} />,
    },
    { at: findIndex(blocks, places.ticket, head), element: ticket && <CostTicketLine {...ticket} /> },
  ].toSorted((one, other) => one.at - other.at);
  const [first, second] = parts as [(typeof parts)[number], (typeof parts)[number]];
  return (
    <>
      <Blocks blocks={blocks.slice(0, first.at)} />
      {first.element}
      <Blocks blocks={blocks.slice(first.at, second.at)} />
      {second.element}
      <Blocks blocks={blocks.slice(second.at)} />
    </>
  );
}

export function createMarketPage(id: keyof typeof markets): PageModule {
  const market = markets[id];
  return createContentPage<MarketData>(id, {
    load: (context) => ({
      week: buildMarketWeek(chooseCalendars(market, context), context),
      ticket: findTicketInstrument(market.ticket, market.classes[0], context),
      places: market.places,
    }),
    Component: MarketPage,
  });
}
