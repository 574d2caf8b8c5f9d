/**
 * Renders an island on the server: its HTML, and the attributes that the browser needs to hydrate it. The wrapper is
 * `display: contents`, so it does not affect the layout. Props must be plain data: they are all that an island gets, as JSON.
 */
import type { FC } from 'react';
import type { IslandLoad, IslandName, IslandProps } from './island-types.ts';
import { AssetSearch } from './asset-search.island.tsx';
import { CostTool } from './cost-tool.island.tsx';
import { GlossaryFilter } from './glossary-filter.island.tsx';
import { MarketHours } from './market-hours.island.tsx';
import { MarketWeek } from './market-week.island.tsx';
import { ResultPages } from './result-pages.island.tsx';
import { SearchField } from './search-field.island.tsx';
import { ShareArticle } from './share-article.island.tsx';

const components: { [Name in IslandName]: FC<IslandProps[Name]> } = {
  'share-article': ShareArticle,
  'asset-search': AssetSearch,
  'cost-tool': CostTool,
  'glossary-filter': GlossaryFilter,
  'market-hours': MarketHours,
  'market-week': MarketWeek,
  'search-field': SearchField,
  'result-pages': ResultPages,
};

export function Island<Name extends IslandName>({
  name,
  load,
  props,
}: {
  name: Name;
  load: IslandLoad;
  props: IslandProps[Name];
}) {
  const Component = components[name] as FC<IslandProps[Name]>;
  return (
    <is-land data-name={name} data-load={load} data-props={JSON.stringify(props)}>
      <Component {...props} />
    </is-land>
  );
}
