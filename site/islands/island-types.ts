/** The islands of the site by name, with the props that travel to the browser as JSON. Server and browser take their types from this list. */
import type { AssetSearchProps } from './asset-search.island.tsx';
import type { CostToolProps } from './cost-tool.island.tsx';
import type { GlossaryFilterProps } from './glossary-filter.island.tsx';
import type { MarketHoursProps } from './market-hours.island.tsx';
import type { MarketWeekProps } from './market-week.island.tsx';
import type { ResultPagesProps } from './result-pages.island.tsx';
import type { SearchFieldProps } from './search-field.island.tsx';
import type { ShareArticleProps } from './share-article.island.tsx';

export interface IslandProps {
  'share-article': ShareArticleProps;
  'asset-search': AssetSearchProps;
  'cost-tool': CostToolProps;
  'glossary-filter': GlossaryFilterProps;
  'market-hours': MarketHoursProps;
  'market-week': MarketWeekProps;
  'search-field': SearchFieldProps;
  'result-pages': ResultPagesProps;
}

export type IslandName = keyof IslandProps;

/**
 * When an island hydrates. `interaction`: on the first interaction, which is then replayed. `visible`: when it comes near the
 * viewport. `idle`: when the browser has nothing else to do.
 */
export type IslandLoad = 'interaction' | 'visible' | 'idle';
