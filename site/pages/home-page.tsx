/** The home page: its blocks, with a cost ticket in the hero. */
import { Blocks } from '../blocks/Blocks.tsx';
import { Hero } from '../blocks/cards/Hero.tsx';
import type { CostToolProps } from '../islands/cost-tool.island.tsx';
import { NotFound, type PageModule, definePage } from '../page/page-module.ts';
import { BlocksAround, type ContentPageData, contentPageHead, loadContentPage } from './content-page.tsx';
import { CostTicket, CostTool } from './costs/CostTicket.tsx';
import { pageTicket } from './costs/page-ticket.ts';

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

export const homePage: PageModule = definePage<HomeData>({
  kind: 'home',
  loader: (context) => {
    const content = loadContentPage('home', context);
    return content instanceof NotFound ? content : { ...content, ticket: pageTicket('EURUSD', 'forex-major', context) };
  },
  head: ({ page }, context) => contentPageHead('home', page, context),
  Component: HomePage,
});
