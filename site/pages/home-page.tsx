/** The home page: its blocks, with a cost ticket in the hero. */
import { Blocks } from '../blocks/Blocks.tsx';
import { Hero } from '../blocks/Hero.tsx';
import type { CostToolProps } from '../islands/cost-tool.island.tsx';
import { organisationData } from '../page/page-head.ts';
import { BlocksAround, type ContentPageData, contentPage } from './content-page.tsx';
import { CostTicket, CostTool } from './costs/CostTicket.tsx';
import { pageTicket } from './costs/cost-tool-props.ts';

interface HomeData extends ContentPageData {
  ticket: CostToolProps | null;
}

function HomePage({ data: { blocks, ticket } }: { data: HomeData }) {
  if (!ticket) return <Blocks blocks={blocks} />;
  const [first, ...rest] = blocks;
  if (first?.component !== 'blocks.hero')
    return (
      <BlocksAround blocks={blocks}>
        <CostTicket props={ticket} />
      </BlocksAround>
    );
  return (
    <>
      <Hero block={first}>
        <CostTool props={ticket} spread />
      </Hero>
      <Blocks blocks={rest} />
    </>
  );
}

export const homePage = contentPage<HomeData>('home', {
  kind: 'home',
  load: (context) => ({ ticket: pageTicket('EURUSD', 'forex-major', context) }),
  head: (_, { read, locale }) => ({ structuredData: organisationData(read.single('common-datum', locale), locale) }),
  Component: HomePage,
});
