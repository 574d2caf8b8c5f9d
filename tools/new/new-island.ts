/** Creates an island: its component, its entries in the three lists of islands, its messages and its test. */
import { type Created, Tree } from './tree.ts';

/** @throws as `newBlock` does. */
export function newIsland(root: string, name: string): Created {
  const tree = new Tree(root, name);
  const loaders = 'site/browser/islands/island-loaders.ts';
  tree.create(`site/islands/${name}.island.tsx`, 'island.tsx.template');
  tree.create(`site/islands/${name}.test.tsx`, 'island.test.tsx.template');
  tree.addImport('site/islands/island-types.ts', "import type { __Pascal__Props } from './__kebab__.island.tsx';\n");
  tree.insertBefore(
    'site/islands/island-types.ts',
    /(?<=interface IslandProps \{[^}]*)^\}/m,
    "  '__kebab__': __Pascal__Props;\n",
  );
  tree.addImport('site/islands/Island.tsx', "import { __Pascal__ } from './__kebab__.island.tsx';\n");
  tree.insertBefore('site/islands/Island.tsx', /(?<=const components[^;]*)^\};/m, "  '__kebab__': __Pascal__,\n");
  tree.insertBefore(
    loaders,
    /(?<=const islandLoaders[^;]*)^\};/m,
    "  '__kebab__': () => import('../../islands/__kebab__.island.tsx').then((module) => module.__Pascal__),\n",
  );
  tree.addMessages(['show', 'hide']);
  const { camel } = tree.names;
  return {
    written: tree.write(),
    next: [
      `Use it: <Island name="${name}" load="interaction" props={{ labels: { show: t('${camel}.show'), hide: t('${camel}.hide') } }} />.`,
      'Translate its messages in site/i18n/messages/.',
    ],
  };
}
