/** Creates an island: its component, its entry in the list of islands, its messages and its test. */
import { type Created, Tree } from './tree.ts';

/** @throws as `newBlock` does. */
export function newIsland(root: string, name: string): Created {
  const tree = new Tree(root, name);
  tree.create(`site/islands/${name}.island.tsx`, 'island.tsx.template');
  tree.create(`site/islands/${name}.test.tsx`, 'island.test.tsx.template');
  tree.addImport('site/islands/Island.tsx', "import { __Pascal__ } from './__kebab__.island.tsx';\n");
  tree.insertBefore('site/islands/Island.tsx', /(?<=const components[^;]*)^\};/m, "  '__kebab__': __Pascal__,\n");
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
