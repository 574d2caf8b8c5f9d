/** Loads React and the islands, each in a chunk of its own. `island-element.ts` awaits them through `loadChunk`; only its prefetches may fail silently. */
import type { FC } from 'react';

export const loadReact = () => import('./react-runtime.ts');

const modules = import.meta.glob<Record<string, FC<object>>>('../../islands/*.island.tsx');

/** Loads the component of `{name}.island.tsx`. @throws when there is none: a cached page may name an island of an older release. */
export async function loadIsland(name: string): Promise<FC<object>> {
  const [component] = Object.values((await modules[`../../islands/${name}.island.tsx`]?.()) ?? {});
  if (!component) throw new Error(`There is no island ${name}.`);
  return component;
}
