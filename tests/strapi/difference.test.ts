/** The difference of two versions as the panel shows it (cms/src/plugins/ledger/panel/difference.ts), whose package is one of Strapi's. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cmsRoot } from '../../tools/cms-package.ts';

type Content = Record<string, unknown>;
type Field = Content & { label: string };
interface Parts {
  parts: { state: string; before?: number; after?: number; kind: string; fields: Field[] }[];
  same: number;
}
// Imported by a computed path, because the panel's types would change the browser types of the rest of the project.
const { compareFields } = (await import(join(cmsRoot, 'src/plugins/ledger/panel/difference.ts'))) as {
  compareFields: (known: object, uid: string, before: Content, after: Content) => Field[];
};

const field = (label: string, type: string, component?: string) => ({ label, type, component });
const labels = {
  page: {
    name: 'Page',
    fields: {
      title: field('Title', 'string'),
      text: field('Text', 'richtext'),
      shown: field('Shown', 'boolean'),
      tags: field('Tags', 'relation'),
      photo: field('Picture', 'media'),
      blocks: field('Blocks', 'dynamiczone'),
      rows: field('Rows', 'json'),
      seo: field('Search', 'component', 'shared.seo'),
    },
  },
  'blocks.hero': { name: 'Page opening', fields: { heading: field('Heading', 'string') } },
  'shared.seo': { name: 'SEO', fields: { title: field('Title', 'string') } },
};
const names = { a1: 'Tag “Gold”', b2: 'Tag “Oil”' };

/** One line for each difference, as an editor reads it: `+word`, `-word`. */
function read(fields: readonly Field[]): string[] {
  const words = (list: { text: string; state: string }[]) =>
    list
      .map(({ text, state }) => (state === 'added' ? `+${text}+` : state === 'removed' ? `-${text}-` : text))
      .join('');
  return fields.flatMap((one): string[] => {
    const name = `${one.label}${one['gone'] ? ' (gone)' : ''}`;
    switch (one['kind']) {
      case 'words':
        return [`${name}: ${words(one['words'] as never)}`];
      case 'value':
        return [`${name}: ${String(one['before'])} → ${String(one['after'])}`];
      case 'list':
        return [
          `${name}: ${(one['items'] as { text: string; state: string }[]).map((item) => words([item])).join(', ')}${one['sorted'] ? ' sorted' : ''}`,
        ];
      case 'table':
        return (one['rows'] as { before?: number; after?: number; cells: never[] }[]).map(
          ({ before = '', after = '', cells }) => `${name}: ${before}→${after} ${cells.map(words).join(' | ')}`,
        );
      default: {
        const { parts, same } = one as unknown as Parts;
        const lines = parts.map(
          ({ state, before = '', after = '', kind, fields: own }) =>
            `${name}: ${state} ${before}→${after} ${kind} [${read(own).join('; ')}]`,
        );
        return same > 0 ? [...lines, `${name}: ${same} same`] : lines;
      }
    }
  });
}

const hero = (heading: string) => ({ __component: 'blocks.hero', heading });

const cases: [string, Content, Content, string[]][] = [
  [
    'words of a text',
    { text: 'Spreads from 0.6 pips.' },
    { text: 'Spreads from 0.8 pips.' },
    ['Text: Spreads from -0.6-+0.8+ pips.'],
  ],
  ['an empty field', {}, { title: 'New' }, ['Title: +New+']],
  ['yes and no', { shown: true }, { shown: false }, ['Shown: true → false']],
  [
    'fields in the order of the form',
    { text: 'a', title: 'a' },
    { text: 'b', title: 'b' },
    ['Title: -a-+b+', 'Text: -a-+b+'],
  ],
  ['linked documents by name', { tags: ['a1'] }, { tags: ['a1', 'b2'] }, ['Tags: Tag “Gold”, +Tag “Oil”+']],
  [
    'linked documents in another order',
    { tags: ['a1', 'b2'] },
    { tags: ['b2', 'a1'] },
    ['Tags: Tag “Oil”, Tag “Gold” sorted'],
  ],
  ['a linked document that was deleted', { tags: ['zz'] }, {}, ['Tags: -zz-']],
  [
    'a picture',
    { photo: { hash: 'x', name: 'old.svg' } },
    { photo: { hash: 'y', name: 'new.svg', alternativeText: 'A chart' } },
    ['Picture: -old.svg-, +new.svg (A chart)+'],
  ],
  [
    'blocks that were added, removed, changed, and those that stay',
    { blocks: [hero('One stays'), hero('Two goes away'), hero('Three is old')] },
    { blocks: [hero('One stays'), hero('Three is new'), hero('Four')] },
    [
      'Blocks: removed 2→ Page opening [Heading: -Two goes away-]',
      'Blocks: changed 3→2 Page opening [Heading: Three is -old-+new+]',
      'Blocks: added →3 Page opening [Heading: +Four+]',
      'Blocks: 1 same',
    ],
  ],
  [
    'a block that moved, with a change in it',
    { blocks: [hero('First block here'), hero('Second'), hero('Third')] },
    { blocks: [hero('Second'), hero('Third'), hero('First block now')] },
    ['Blocks: moved 1→3 Page opening [Heading: First block -here-+now+]', 'Blocks: 2 same'],
  ],
  [
    'two equal blocks, one of which goes',
    { blocks: [hero('Same'), hero('Same')] },
    { blocks: [hero('Same')] },
    ['Blocks: removed 2→ Page opening [Heading: -Same-]', 'Blocks: 1 same'],
  ],
  [
    'a block and a field that no longer exist',
    { blocks: [{ __component: 'blocks.oldBanner', bigText: 'Hello' }], former: 'x' },
    { blocks: [] },
    ['Blocks: removed 1→ Old banner [Big text (gone): -Hello-]', 'Former (gone): -x-'],
  ],
  [
    'a part of a fixed place',
    { seo: { title: 'a' } },
    { seo: { title: 'b' } },
    ['Search: changed 1→1 SEO [Title: -a-+b+]'],
  ],
  [
    'a table: a changed cell, an added and a removed row',
    {
      rows: [
        ['EURUSD', 0.6],
        ['GBPUSD', 0.9],
        ['XAUUSD', 2],
      ],
    },
    {
      rows: [
        ['EURUSD', 0.8],
        ['GBPUSD', 0.9],
        ['BRENT', 3],
        ['XAUUSD', 2],
      ],
    },
    ['Rows: 1→1 EURUSD | -0.6-+0.8+', 'Rows: →3 +BRENT+ | +3+'],
  ],
  ['a list of plain values', { rows: ['yes', 'no'] }, { rows: ['yes', true] }, ['Rows: 1→1 yes | -no-+true+']],
];

test.each(cases)('%s', (_case, before, after, expected) => {
  expect(read(compareFields({ labels, names }, 'page', before, after))).toEqual(expected);
});

test('of every two versions, what was removed and what was added make the one and the other again, in little time', () => {
  const line = (index: number) => `2026-10-${index},1.${(index * 7919) % 10_000},2,1,1`;
  const bars = Array.from({ length: 20_000 }, (_, index) => line(index));
  const before = bars.join('\n');
  const after = [...bars.slice(100), 'new,1,1,1,1'].join('\n');
  const [one] = compareFields({ labels, names }, 'page', { text: before }, { text: after });
  const words = (one as Field)['words'] as { text: string; state: string }[];
  const joined = (without: string) =>
    words
      .filter(({ state }) => state !== without)
      .map(({ text }) => text)
      .join('');
  expect(joined('added')).toBe(before);
  expect(joined('removed')).toBe(after);
});
