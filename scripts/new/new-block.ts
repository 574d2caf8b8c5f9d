/** Creates a block: its type, schema, component with styles, Strapi component, samples for `/dev/blocks`, messages and test. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { namesOf } from './names.ts';
import { Tree } from './tree.ts';

/** The folders of `site/blocks/`, by kind of block. */
export const blockRooms = ['text', 'cards', 'tables', 'media', 'articles'] as const;

/**
 * @param room the folder of `site/blocks/`.
 * @returns the written paths, and the steps left to do.
 * @throws with a sentence when the name is not valid or taken, or a file to extend has changed too much.
 */
export function newBlock(
  root: string,
  name: string,
  room: (typeof blockRooms)[number] = 'text',
): { written: string[]; next: string[] } {
  const names = namesOf(name);
  const tree = new Tree(root, names);
  const component = `site/blocks/${room}/${names.pascal}`;
  tree.create(`${component}.tsx`, 'block.tsx.template');
  tree.create(`${component}.module.css`, 'block.module.css.template');
  tree.create(`${component}.test.tsx`, 'block.test.tsx.template');
  tree.create(`cms/src/components/blocks/${name}.json`, 'block.json.template');
  tree.insertBefore(
    'content/model-blocks.ts',
    /^\/\*\* [^\n]* \*\/\nexport interface UnknownBlock /m,
    "export interface __Pascal__ extends Section {\n  component: 'blocks.__kebab__';\n  items: { title: string; text: Html }[];\n}\n\n",
  );
  tree.replace(
    'content/model-blocks.ts',
    /export type KnownBlock =[^;]+;/,
    (union) => `${union.slice(0, -1)} | ${names.pascal};`,
  );
  tree.insertBefore(
    'content/parse/parse-blocks.ts',
    /^ {2}\};\n\}\n\nconst schemas/m,
    "    'blocks.__kebab__': v.object({ ...section, items: list(v.object({ title: requiredText, text: inline })) }),\n",
  );
  tree.addImport('site/blocks/block-table.ts', `import { __Pascal__ } from './${room}/__Pascal__.tsx';\n`);
  tree.insertBefore('site/blocks/block-table.ts', /^ {2}unknown: /m, "  'blocks.__kebab__': __Pascal__,\n");
  tree.insertBefore(
    'scripts/dev-blocks/block-samples.ts',
    /^\};$/m,
    "  'blocks.__kebab__': (words) => ({\n    least: { ...section(), items: [{ title: words.short, text: words.shortText }] },\n    long: { ...section(words), items: [words.short, words.word].map((title) => ({ title, text: words.line })) },\n  }),\n",
  );
  // A replica that received the block before it knew its type has omitted it; a new version makes replicas parse everything again.
  tree.replace('content/mirror/document-writer.ts', /(?<=parserVersion = ')\d+(?=')/, (version) =>
    String(Number(version) + 1),
  );
  tree.replace(
    'cms/src/api/page/content-types/page/schema.json',
    /"blocks\.[\w-]+"(?=\s*\],)/,
    (last) => `${last},\n        "blocks.${name}"`,
  );
  tree.insertBefore('demo/README.md', /^\n## Voice/m, '| `__kebab__` | `items`: `title`, `text` *inline md* |\n');
  tree.addMessages(['label']);
  const written = tree.write();
  execFileSync(process.execPath, [join(root, 'cms/scripts/populate.mts')], { stdio: 'ignore' });
  return {
    written: [...written, 'cms/populate.json'],
    next: [
      'Say in demo/README.md what it is for, and in the messages of site/i18n/messages/ what a screen reader hears.',
      `Look at it in every state: npm run dev, /dev/blocks?block=${name}; then npm run pictures, and accept its pictures.`,
      `Use it: “- __component: blocks.${name}” in a file of demo/pages/.`,
    ],
  };
}
