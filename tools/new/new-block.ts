/** Creates a block: its type, schema, component with styles, Strapi component, samples for `/dev/blocks`, messages and test. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { blockFields, canBeNull, componentSource, schemaEntry, strapiComponent, testParts } from './block-fields.ts';
import { namesOf } from './names.ts';
import { Tree } from './tree.ts';

/** The folders of `site/blocks/`, by kind of block. */
export const blockRooms = ['text', 'cards', 'tables', 'media', 'articles'] as const;

/**
 * @param room the folder of `site/blocks/`.
 * @param given its fields, as of `blockFields`.
 * @returns the written paths, and the steps left to do.
 * @throws with a sentence when the name or a field is not valid or taken, or a file to extend has changed too much.
 */
export function newBlock(
  root: string,
  name: string,
  room: (typeof blockRooms)[number] = 'text',
  given: readonly string[] = ['items:items'],
): { written: string[]; next: string[] } {
  const names = namesOf(name);
  const fields = blockFields(given);
  const lists = fields.filter(({ kind }) => kind === 'items');
  const tree = new Tree(root, names);
  const component = `site/blocks/${room}/${names.pascal}`;
  const { written: texts, expectations, required } = testParts(fields);
  const refusal = `
test.each([${required}])('a block without its %s is left out, and says why', (field) => {
  const { blocks, problems } = parseBlocks([{ ...written, [field]: undefined }], 'en');
  expect(blocks).toEqual([]);
  expect(problems).toHaveLength(1);
});
`;
  tree.create(`${component}.test.tsx`, 'block.test.tsx.template', (text) =>
    text
      .replace('__written__', texts)
      .replace('__expectations__', expectations)
      .replace('__refusal__', required ? refusal : ''),
  );
  tree.add(`${component}.tsx`, componentSource(fields));
  tree.create(`${component}.module.css`, 'block.module.css.template', (text) =>
    lists.length > 0 ? `${text}\n.list {\n  display: grid;\n  gap: var(--s6);\n}\n` : text,
  );
  tree.create(`cms/src/components/blocks/${name}.json`, 'block.json.template', (text) => strapiComponent(fields, text));
  tree.insertBefore(
    'content/model-blocks.ts',
    /^\/\*\* [^\n]* \*\/\nexport interface UnknownBlock /m,
    `export interface __Pascal__ extends Section {\n  component: 'blocks.__kebab__';\n${fields.map((field) => `  ${field.name}: ${field.type}${canBeNull(field) ? ' | null' : ''};\n`).join('')}}\n\n`,
  );
  tree.replace(
    'content/model-blocks.ts',
    /export type KnownBlock =[^;]+;/,
    (union) => `${union.slice(0, -1)} | ${names.pascal};`,
  );
  tree.insertBefore(
    'content/parse/parse-blocks.ts',
    /^ {2}\};\n\}\n\nconst schemas/m,
    `    'blocks.__kebab__': v.object({ ...section, ${fields.map(schemaEntry).join(', ')} }),\n`,
  );
  tree.addImport('site/blocks/block-table.ts', `import { __Pascal__ } from './${room}/__Pascal__.tsx';\n`);
  tree.replace('site/blocks/block-table.ts', /(?: {2}'blocks\.[\w-]+': \w+,\n)+/, (lines) =>
    `${lines}  'blocks.${name}': ${names.pascal},`.split('\n').toSorted().join('\n').concat('\n'),
  );
  const sample = (index: 0 | 1) =>
    fields
      .map((field) => `${field.name}: ${index === 0 && canBeNull(field) ? 'null' : field.samples[index]}`)
      .join(', ');
  tree.insertBefore(
    'tools/dev-blocks/block-samples.ts',
    /^\};$/m,
    `  'blocks.__kebab__': (words) => ({\n    least: { ...section(), ${sample(0)} },\n    long: { ...section(words), ${sample(1)} },\n    dark: { ...section(words, 'dark'), ${sample(1)} },\n  }),\n`,
  );
  // A replica that received the block before it knew its type has omitted it; a new version makes replicas parse everything again.
  tree.replace('content/replica/wire-text.ts', /(?<=parserVersion = ')\d+(?=')/, (version) =>
    String(Number(version) + 1),
  );
  tree.replace(
    'cms/src/api/page/content-types/page/schema.json',
    /"blocks\.[\w-]+"(?=\s*\],)/,
    (last) => `${last},\n        "blocks.${name}"`,
  );
  const words = fields.map(({ name: field, optional, words: kind }) => `\`${field}${optional ? '?' : ''}\`${kind}`);
  tree.insertBefore('demo/README.md', /^\n## Voice/m, `| \`__kebab__\` | ${words.join(', ')} |\n`);
  const written = tree.write();
  execFileSync(process.execPath, [join(root, 'cms/scripts/populate.mts')], { stdio: 'ignore' });
  return {
    written: [...written, 'cms/populate.json'],
    next: [
      `Give it its looks: ${component}.tsx and ${names.pascal}.module.css; the block nearest to it is the best example. The test beside it looks for this markup and changes with it.`,
      'Say in demo/README.md what it is for, and in cms/src/components/blocks/ what its fields are called.',
      `Look at it in every state: npm run dev, /dev/blocks?block=${name}; then npm run pictures, and accept its pictures.`,
      `Use it: “- __component: blocks.${name}” in a file of demo/pages/; then npm run check -- content, and for Strapi npm test -- tests/strapi/contract.`,
    ],
  };
}
