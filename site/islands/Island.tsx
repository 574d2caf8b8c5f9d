/**
 * Renders an island on the server: its HTML, and the attributes that the browser needs to hydrate it. The wrapper is
 * `display: contents`, so it does not affect the layout. Props must be plain data, because an island receives only their JSON.
 */
import type { ComponentProps, FC } from 'react';
import { AssetSearch } from './asset-search.island.tsx';
import { CostTool } from './cost-tool.island.tsx';
import { GlossaryFilter } from './glossary-filter.island.tsx';
import { MarketHours } from './market-hours.island.tsx';
import { MarketWeek } from './market-week.island.tsx';
import { ResultPages } from './result-pages.island.tsx';
import { ShareArticle } from './share-article.island.tsx';

declare module 'react' {
  // The only place where the type of a custom element can be declared.
  namespace JSX {
    interface IntrinsicElements {
      'is-land': DetailedHTMLProps<
        HTMLAttributes<HTMLElement> & { 'data-name': string; 'data-load': string; 'data-props': string },
        HTMLElement
      >;
    }
  }
}

/** The islands by the names of their files, by which the browser loads them. */
const components = {
  'asset-search': AssetSearch,
  'cost-tool': CostTool,
  'glossary-filter': GlossaryFilter,
  'market-hours': MarketHours,
  'market-week': MarketWeek,
  'result-pages': ResultPages,
  'share-article': ShareArticle,
};

type IslandName = keyof typeof components;

/**
 * @param load when the island hydrates, if not on the first interaction with it, which is then repeated. `visible`: when it comes near the
 * viewport.
 */
export function Island<Name extends IslandName>({
  name,
  load,
  props,
}: {
  name: Name;
  load: 'interaction' | 'visible';
  props: ComponentProps<(typeof components)[Name]>;
}) {
  const Component = components[name] as FC<object>;
  return (
    <is-land data-name={name} data-load={load} data-props={JSON.stringify(props)}>
      <Component {...props} />
    </is-land>
  );
}
