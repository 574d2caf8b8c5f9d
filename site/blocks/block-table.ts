import type { FC } from 'react';
import { AccountTypes } from './AccountTypes.tsx';
import { ArticleList } from './ArticleList.tsx';
import { CallToAction } from './CallToAction.tsx';
import { CardList } from './CardList.tsx';
import { ComparisonTable } from './ComparisonTable.tsx';
import { DataTable } from './DataTable.tsx';
import { DownloadBadges } from './DownloadBadges.tsx';
import { Embed } from './Embed.tsx';
import { Faq } from './Faq.tsx';
import { FeatureList } from './FeatureList.tsx';
import { Figure } from './Figure.tsx';
import { Hero } from './Hero.tsx';
import { Quote } from './Quote.tsx';
import { RichText } from './RichText.tsx';
import { RiskNotice } from './RiskNotice.tsx';
import { Stats } from './Stats.tsx';
import { Steps } from './Steps.tsx';
import { UnknownBlock } from './UnknownBlock.tsx';
import { WorkedExample } from './WorkedExample.tsx';
import type { BlockOf, ResolvedBlock } from './resolved-block.ts';

export type BlockTable = { [Name in ResolvedBlock['component']]: FC<{ block: BlockOf<Name> }> };

/** Which component draws which block. A block without a line here does not compile. */
export const blockTable: BlockTable = {
  'blocks.account-types': AccountTypes,
  'blocks.article-list': ArticleList,
  'blocks.call-to-action': CallToAction,
  'blocks.card-list': CardList,
  'blocks.comparison-table': ComparisonTable,
  'blocks.data-table': DataTable,
  'blocks.download-badges': DownloadBadges,
  'blocks.embed': Embed,
  'blocks.faq': Faq,
  'blocks.feature-list': FeatureList,
  'blocks.figure': Figure,
  'blocks.hero': Hero,
  'blocks.quote': Quote,
  'blocks.rich-text': RichText,
  'blocks.risk-notice': RiskNotice,
  'blocks.stats': Stats,
  'blocks.steps': Steps,
  'blocks.worked-example': WorkedExample,
  unknown: UnknownBlock,
};
