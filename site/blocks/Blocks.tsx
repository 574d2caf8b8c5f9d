/** The blocks of a page, and the component that draws each block. */
import type { FC } from 'react';
import { AccountTypes } from './AccountTypes.tsx';
import { ArticleList } from './ArticleList.tsx';
import { CallToAction } from './CallToAction.tsx';
import { CardList } from './CardList.tsx';
import { ComparisonTable } from './ComparisonTable.tsx';
import { DataTable } from './DataTable.tsx';
import { Diagram } from './media/Diagram.tsx';
import { DownloadBadges } from './media/DownloadBadges.tsx';
import { Embed } from './media/Embed.tsx';
import { Faq } from './Faq.tsx';
import { FeatureList } from './FeatureList.tsx';
import { Figure } from './media/Figure.tsx';
import { FormBlock } from './FormBlock.tsx';
import { Hero } from './Hero.tsx';
import { Product } from './media/Product.tsx';
import { Quote } from './Quote.tsx';
import { RichText } from './RichText.tsx';
import { RiskNotice } from './RiskNotice.tsx';
import { Stats } from './Stats.tsx';
import { Steps } from './Steps.tsx';
import { WorkedExample } from './WorkedExample.tsx';
import { useCurrentPage } from '../ui/current-page.tsx';
import type { BlockNamed, ResolvedBlock } from './resolved-block.ts';

/** A block of a newer content model. The parser has raised the alarm; visitors see nothing, and an editor's preview names the block. */
function UnknownBlock({ block }: { block: BlockNamed<'unknown'> }) {
  const { preview, t } = useCurrentPage();
  return preview ? <p className="contained">{t('preview.unknownBlock', { name: block.name || '?' })}</p> : null;
}

/** The component of each block. The code does not compile when a block has no line here. */
const blockTable: { [Name in ResolvedBlock['component']]: FC<{ block: BlockNamed<Name> }> } = {
  'blocks.account-types': AccountTypes,
  'blocks.article-list': ArticleList,
  'blocks.call-to-action': CallToAction,
  'blocks.card-list': CardList,
  'blocks.comparison-table': ComparisonTable,
  'blocks.data-table': DataTable,
  'blocks.diagram': Diagram,
  'blocks.download-badges': DownloadBadges,
  'blocks.embed': Embed,
  'blocks.faq': Faq,
  'blocks.feature-list': FeatureList,
  'blocks.figure': Figure,
  'blocks.form': FormBlock,
  'blocks.hero': Hero,
  'blocks.product': Product,
  'blocks.quote': Quote,
  'blocks.rich-text': RichText,
  'blocks.risk-notice': RiskNotice,
  'blocks.stats': Stats,
  'blocks.steps': Steps,
  'blocks.worked-example': WorkedExample,
  unknown: UnknownBlock,
};

/** Renders blocks in their order. Download badges right after a hero are in it. */
export function Blocks({ blocks }: { blocks: readonly ResolvedBlock[] }) {
  const [first, second, ...rest] = blocks;
  if (first?.component === 'blocks.hero' && second?.component === 'blocks.download-badges')
    return (
      <>
        <Hero block={first} downloads={second} />
        <Blocks blocks={rest} />
      </>
    );
  return blocks.map((block) => {
    // The table pairs each name with its own type; TypeScript cannot follow that through a lookup by a union.
    const Component = blockTable[block.component] as FC<{ block: ResolvedBlock }>;
    return <Component key={block.id} block={block} />;
  });
}
