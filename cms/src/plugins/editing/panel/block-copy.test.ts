import { expect, test } from 'vitest';
import { copyBlock } from './block-copy.ts';

const schemas = {
  'blocks.cards': {
    attributes: {
      heading: { type: 'string' },
      image: { type: 'media' },
      group: { type: 'relation' },
      cards: { type: 'component', component: 'items.card' },
      rows: { type: 'json' },
    },
  },
  'items.card': { attributes: { link: { type: 'component', component: 'shared.link' }, picture: { type: 'media' } } },
  'shared.link': { attributes: { url: { type: 'string' } } },
};

test('a copy has no id of a part, keeps files, tables and the keys of lists, and leaves the original as it is', () => {
  const block = {
    __component: 'blocks.cards',
    __temp_key__: 'a0',
    id: 7,
    heading: 'Three ways',
    image: { id: 3, url: '/a.png' },
    group: { connect: [], disconnect: [{ id: 9 }] },
    cards: [{ id: 8, __temp_key__: 'a1', link: { id: 11, url: '/x' }, picture: { id: 4 } }],
    rows: [[{ id: 1 }]],
  };
  const before = structuredClone(block);
  expect(copyBlock(block, 'blocks.cards', schemas)).toEqual({
    __component: 'blocks.cards',
    heading: 'Three ways',
    image: { id: 3, url: '/a.png' },
    group: { connect: [], disconnect: [] },
    cards: [{ __temp_key__: 'a1', link: { url: '/x' }, picture: { id: 4 } }],
    rows: [[{ id: 1 }]],
  });
  expect(block).toEqual(before);
});
