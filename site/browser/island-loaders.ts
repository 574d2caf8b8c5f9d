/**
 * How the browser fetches each island. Every entry is a chunk of its own; React is a chunk that the first of them brings. `hydrate-islands.ts`
 * awaits them through `loadChunk`; only what it fetches ahead of time may fail without anybody noticing.
 */
import type { FC } from 'react';
import type { IslandName, IslandProps } from '../islands/island-types.ts';

export const loadReact = () => import('./react-runtime.ts');

export const islandLoaders: { [Name in IslandName]: () => Promise<FC<IslandProps[Name]>> } = {
  'share-article': async () => (await import('../islands/share-article.island.tsx')).ShareArticle,
  'glossary-filter': async () => (await import('../islands/glossary-filter.island.tsx')).GlossaryFilter,
  'search-field': async () => (await import('../islands/search-field.island.tsx')).SearchField,
  'result-pages': async () => (await import('../islands/result-pages.island.tsx')).ResultPages,
};
