/** Creates a block: its type, schema, component with styles, Strapi component, samples for `/dev/blocks`, messages and test. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { blockFields, canBeNull, componentParts, schemaEntry, strapiComponent, testParts } from './block-fields.ts';
import { type Created, Tree, readTemplate } from './tree.ts';

/**
 * @param given its fields in the notation of `blockFields`.
 * @throws with a message when the name or a field is invalid or already used, or a file to extend has changed too much.
 */
export function newBlock(root: string, name: string, given: readonly string[] = ['items:items']): Created {
  const tree = new Tree(root, name);
  const { names } = tree;
  const fields = blockFields(given);
  const component = `site/blocks/${names.pascal}`;
  tree.create(`${component}.test.tsx`, 'block.test.tsx.template', testParts(fields));
  tree.create(`${component}.tsx`, 'block.tsx.template', componentParts(fields));
  tree.create(`${component}.module.css`, 'block.module.css.template', {
    list: fields.some(({ kind }) => kind === 'items') ? '\n.list {\n  display: grid;\n  gap: var(--s6);\n}\n' : '',
  });
  tree.add(`cms/src/components/blocks/${name}.json`, strapiComponent(fields, readTemplate('block.json.template')));
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
  tree.addImport('site/blocks/Blocks.tsx', `import { __Pascal__ } from './__Pascal__.tsx';\n`);
  tree.replace('site/blocks/Blocks.tsx', /(?: {2}'blocks\.[\w-]+': \w+,\n)+/, (lines) =>
    `${lines}  'blocks.${name}': ${names.pascal},`.split('\n').toSorted().join('\n').concat('\n'),
  );
  const sample = (index: 0 | 1) =>
    fields
      .map((field) => `${field.name}: ${index === 0 && canBeNull(field) ? 'null' : field.samples[index]}`)
      .join(', ');
  tree.insertBefore(
    'tools/dev/block-samples.ts',
    /^\};$/m,
    `  'blocks.__kebab__': (words) => ({\n    least: { ...section(), ${sample(0)} },\n    long: { ...section(words), ${sample(1)} },\n    dark: { ...section(words, 'dark'), ${sample(1)} },\n  }),\n`,
  );
  // A replica that received the block too early has omitted it; a new parser version makes replicas parse everything again.
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
      `Design it in ${component}.tsx and ${names.pascal}.module.css; the most similar block is the best example. Its test checks this markup: change both together.`,
      'Describe its purpose in demo/README.md, and name its fields in cms/src/components/blocks/.',
      `Look at it in every state: npm run dev, /dev/blocks?block=${name}; then npm run pictures, and accept its pictures.`,
      `Use it: “- __component: blocks.${name}” in a file of demo/pages/; then npm run check -- content, and for Strapi npm test -- tests/strapi/contract.`,
    ],
  };
}
