/**
 * The loaders of the islands. Every entry is a chunk of its own; React is another chunk, loaded with the first island. `hydrate-islands.ts`
 * awaits them through `loadChunk`; only its prefetches may fail silently.
 */
import type { FC } from 'react';
import type { IslandName, IslandProps } from '../../islands/island-types.ts';

export const loadReact = () => import('./react-runtime.ts');

export const islandLoaders: { [Name in IslandName]: () => Promise<FC<IslandProps[Name]>> } = {
  'share-article': () => import('../../islands/share-article.island.tsx').then((module) => module.ShareArticle),
  'asset-search': () => import('../../islands/asset-search.island.tsx').then((module) => module.AssetSearch),
  'cost-tool': () => import('../../islands/cost-tool.island.tsx').then((module) => module.CostTool),
  'glossary-filter': () => import('../../islands/glossary-filter.island.tsx').then((module) => module.GlossaryFilter),
  'market-hours': () => import('../../islands/market-hours.island.tsx').then((module) => module.MarketHours),
  'market-week': () => import('../../islands/market-week.island.tsx').then((module) => module.MarketWeek),
  'search-field': () => import('../../islands/search-field.island.tsx').then((module) => module.SearchField),
  'result-pages': () => import('../../islands/result-pages.island.tsx').then((module) => module.ResultPages),
};
