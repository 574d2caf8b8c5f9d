/** The home page: its blocks, with a cost ticket and the week of the markets in the hero. Without a hero, the ticket is a separate section. */
import { Blocks } from '../blocks/Blocks.tsx';
import { Hero } from '../blocks/Hero.tsx';
import { Island } from '../islands/Island.tsx';
import type { MarketWeekProps } from '../islands/market-week.island.tsx';
import type { CostToolProps } from '../islands/cost-tool.island.tsx';
import { buildOrganisationData } from '../page/page-head.ts';
import { BlocksAround, type ContentPageData, createContentPage } from './content-page.tsx';
import { CostTicketSection, CostTicketPanel } from './costs/CostTicket.tsx';
import { buildPageTicket } from './costs/cost-tool-props.ts';
import { buildMarketsNow } from './hours/MarketWeekSection.tsx';

interface HomeData extends ContentPageData {
  week: MarketWeekProps | null;
  ticket: CostToolProps | null;
}

function HomePage({ data: { blocks, ticket, week } }: { data: HomeData }) {
  if (!ticket) return <Blocks blocks={blocks} />;
  const [first, ...rest] = blocks;
  if (first?.component !== 'blocks.hero')
    return (
      <BlocksAround blocks={blocks}>
        <CostTicketSection props={ticket} />
      </BlocksAround>
    );
  return (
    <>
      <Hero block={first} foot={week && <Island name="market-week" load="visible" props={week} />}>
        <CostTicketPanel props={ticket} twoColumns />
      </Hero>
      <Blocks blocks={rest} />
    </>
  );
}

export const homePage = createContentPage<HomeData>('home', {
  kind: 'home',
  load: (context) => ({ week: buildMarketsNow(context), ticket: buildPageTicket('EURUSD', 'forex-major', context) }),
  head: (_, { read, locale }) => ({
    structuredData: buildOrganisationData(read.single('common-datum', locale), locale),
  }),
  Component: HomePage,
});
