/** The home page: its blocks, with a cost ticket in the hero. Without a hero, the ticket is a separate section. */
import { Blocks } from '../blocks/Blocks.tsx';
import { Hero } from '../blocks/Hero.tsx';
import type { CostToolProps } from '../islands/cost-tool.island.tsx';
import { buildOrganisationData } from '../page/page-head.ts';
import { BlocksAround, type ContentPageData, createContentPage } from './content-page.tsx';
import { CostTicketSection, CostTicketPanel } from './costs/CostTicket.tsx';
import { buildPageTicket } from './costs/cost-tool-props.ts';

interface HomeData extends ContentPageData {
  ticket: CostToolProps | null;
}

function HomePage({ data: { blocks, ticket } }: { data: HomeData }) {
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
      <Hero block={first}>
        <CostTicketPanel props={ticket} twoColumns />
      </Hero>
      <Blocks blocks={rest} />
    </>
  );
}

export const homePage = createContentPage<HomeData>('home', {
  kind: 'home',
  load: (context) => ({ ticket: buildPageTicket('EURUSD', 'forex-major', context) }),
  head: (_, { read, locale }) => ({
    structuredData: buildOrganisationData(read.single('common-datum', locale), locale),
  }),
  Component: HomePage,
});
