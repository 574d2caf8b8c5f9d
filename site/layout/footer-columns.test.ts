import { expect, test } from 'vitest';
import { buildFooterColumns, telAddress } from './footer-columns.ts';

const links = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    name: `L${index}`,
    url: `/${index}`,
    openInNewTab: false,
  }));
const column = (...groups: [string, number][]) => ({
  linkGroups: groups.map(([name, count]) => ({ name, links: links(count) })),
});
const shape = (columns: ReturnType<typeof buildFooterColumns>) =>
  columns.map((groups) => groups.map((group) => `${group.name}:${group.links.length}`).join('+'));

test.each([
  ['no list gives no column', [], []],
  ['a single list is split into two halves, the longer first', [column(['All', 7])], ['All:4', ':3']],
  ['a single link stays one column', [column(['One', 1])], ['One:1']],
  [
    'the column with most links comes first',
    [column(['A', 2]), column(['B', 3], ['C', 4]), column(['D', 5])],
    ['B:3+C:4', 'D:5', 'A:2'],
  ],
  ['two groups in one list are not split', [column(['A', 2], ['B', 1])], ['A:2+B:1']],
  ['empty groups do not count', [column(['A', 0]), column(['B', 1], ['C', 0])], ['B:1']],
] as const)('R22: %s', (_, items, expected) => {
  expect(shape(buildFooterColumns([...items]))).toEqual(expected);
});

test.each([
  ['+27 10 446 5822', 'tel:+27104465822'],
  ['+44 (0)20 7946 0018', 'tel:+442079460018'],
  ['Tel. 0800-123-456 (free)', 'tel:0800123456'],
  ['Madrid: +34 91 123 45 67', 'tel:+34911234567'],
  ['24/7', null],
  ['by chat', null],
])('%s is %s', (phone, address) => {
  expect(telAddress(phone)).toBe(address);
});
