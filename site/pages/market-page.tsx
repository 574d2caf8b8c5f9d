/** `/forex`, `/indices` and the other markets: their blocks, a cost ticket, and the week of the places where their instruments trade. */
import type { TradingCalendar } from '../../content/model.ts';
import type { InstrumentClass } from '../../content/model-instruments.ts';
import type { MarketWeekProps } from '../islands/market-week.island.tsx';
import { type LoaderContext, NotFound, type PageModule, definePage } from '../page/page-module.ts';
import { staticPageHead } from '../page/page-head.ts';
import { Blocks } from '../blocks/Blocks.tsx';
import { usePageContext } from '../ui/page-context.ts';
import type { CostToolProps } from '../islands/cost-tool.island.tsx';
import { BlocksAround, type ContentPageData, loadContentPage } from './content-page.tsx';
import { CostTicket } from './costs/CostTicket.tsx';
import { pageTicket } from './costs/page-ticket.ts';
import { MarketWeekSection, marketWeek } from './hours/MarketWeekSection.tsx';

/** The pages of markets, with the classes of instruments that they are about, and the instrument of their ticket. */
const markets = {
  forex: { classes: ['forex-major', 'forex-minor', 'forex-exotic'], ticket: 'EURUSD' },
  indices: { classes: ['index'], ticket: 'US500' },
  commodities: { classes: ['commodity'], ticket: 'XAUUSD' },
  stocks: { classes: ['stock'], ticket: 'AAPL' },
  crypto: { classes: ['crypto'], ticket: 'BTCUSD' },
} as const satisfies Record<string, { classes: readonly [InstrumentClass, ...InstrumentClass[]]; ticket: string }>;

/** Markets of one page in the miniature; the page of trading hours has all of them. */
const mostCalendars = 4;

/** The calendars by which most instruments of some classes trade, in the order of the calendars. */
function calendarsOf(classes: readonly InstrumentClass[], { read, locale }: LoaderContext): TradingCalendar[] {
  const counted = read.computed(`calendars ${classes.join()} ${locale}`, (all) => {
    const counts = new Map<string, number>();
    for (const one of classes)
      for (const { calendar } of all.list('instrument', locale, { relation: ['class', one] }))
        counts.set(calendar, (counts.get(calendar) ?? 0) + 1);
    return [...counts];
  });
  const most = counted
    .flatMap(([id, count]) => {
      const calendar = read.get('trading-calendar', id, locale);
      return calendar ? { calendar, count } : [];
    })
    .toSorted((one, other) => other.count - one.count || one.calendar.position - other.calendar.position)
    .slice(0, mostCalendars);
  return most.map(({ calendar }) => calendar).toSorted((one, other) => one.position - other.position);
}

interface MarketData extends ContentPageData {
  week: MarketWeekProps | null;
  ticket: CostToolProps | null;
}

function MarketPage({ data: { blocks, week, ticket } }: { data: MarketData }) {
  const { t } = usePageContext();
  // After the costs and the example, before the questions.
  const questions = blocks.findIndex(({ component }) => component === 'blocks.faq');
  const end = questions < 0 ? blocks.length : questions;
  const before = blocks.slice(0, end);
  return (
    <>
      {ticket ? (
        <BlocksAround blocks={before}>
          <CostTicket props={ticket} />
        </BlocksAround>
      ) : (
        <Blocks blocks={before} />
      )}
      <MarketWeekSection heading={t('instrument.marketHours')} week={week} />
      <Blocks blocks={blocks.slice(end)} />
    </>
  );
}

export function marketPage(id: keyof typeof markets): PageModule {
  return definePage<MarketData>({
    kind: 'content',
    loader: (context) => {
      const content = loadContentPage(id, context);
      if (content instanceof NotFound) return content;
      const { classes, ticket } = markets[id];
      return {
        ...content,
        week: marketWeek(calendarsOf(classes, context), context),
        ticket: pageTicket(ticket, classes[0], context),
      };
    },
    head: ({ page }, context) => staticPageHead(page, context),
    Component: MarketPage,
  });
}
