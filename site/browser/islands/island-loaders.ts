/**
 * How the browser fetches each island. Every entry is a chunk of its own; React is a chunk that the first of them brings. `hydrate-islands.ts`
 * awaits them through `loadChunk`; only what it fetches ahead of time may fail without anybody noticing.
 */
import type { FC } from 'react';
import type { IslandName, IslandProps } from '../../islands/island-types.ts';

export const loadReact = () => import('./react-runtime.ts');

export const islandLoaders: { [Name in IslandName]: () => Promise<FC<IslandProps[Name]>> } = {
  'share-article': () => import('../../islands/share-article.island.tsx').then((module) => module.ShareArticle),
  'glossary-filter': () => import('../../islands/glossary-filter.island.tsx').then((module) => module.GlossaryFilter),
  'search-field': () => import('../../islands/search-field.island.tsx').then((module) => module.SearchField),
  'result-pages': () => import('../../islands/result-pages.island.tsx').then((module) => module.ResultPages),
};
