import { expect, test } from 'vitest';
import type { WireDocument } from '../../wire-document.ts';
import { openReplica } from '../replica.ts';

test('a document is found by a file that it names, until it is gone', () => {
  const replica = openReplica(':memory:', () => undefined);
  const tag = (id: string, description: string): WireDocument => ({
    type: 'tag',
    locale: 'en',
    source: 'test',
    wire: { id, updatedAt: '2026-11-01T10:00:00Z', name: id, description },
  });
  const named = () => replica.mentioning('/media/chart.png').map(({ id }) => id);
  replica.apply({ documents: [tag('gold', 'See /media/chart.png'), tag('oil', 'See /media/oil.png')], media: [] });
  expect(named()).toEqual(['gold']);
  replica.change({ documents: [], removed: [{ type: 'tag', id: 'gold', locale: 'en' }], media: [] });
  expect(named()).toEqual([]);
  replica.close();
});
