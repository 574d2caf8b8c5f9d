import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WireDocument } from '../wire-document.ts';
import { type Replica, openReplica } from './replica.ts';
import { addressTag, slugTag } from './tags.ts';

const page = (id: string, path: string): WireDocument => ({
  type: 'page',
  locale: 'en',
  source: 'test',
  wire: { id, path, updatedAt: '2026-11-01T10:00:00Z', title: 'T', seo: { title: 'T', description: 'D' }, blocks: [] },
});

let replica: Replica;
beforeEach(() => {
  replica = openReplica(':memory:', () => undefined);
});
afterEach(() => replica.close());

test('a page whose address an editor chose announces its own links alone, and is found at its former address', () => {
  const apply = (...documents: WireDocument[]) =>
    replica.apply({ documents: [page('forex', 'moved'), ...documents], media: [] }).changed;
  apply();
  const created = apply(page('summer', 'summer'));
  expect(created).toContain(slugTag('page', '/summer'));
  expect([...created].filter((one) => one.startsWith('links:'))).toEqual([]);
  const read = replica.reader();
  expect(read.linkStatus({ type: 'page', slug: '/summer' }, 'es')).toEqual({
    works: true,
    tags: [addressTag('page', 'summer')],
  });
  expect(apply(page('summer', 'campaign/summer'))).toContain(slugTag('page', '/campaign/summer'));
  expect(replica.reader().bySlug('page', '/summer', 'es')).toMatchObject({
    moved: true,
    document: { slug: '/campaign/summer', hidden: true },
  });
  expect(replica.reader().get('page', 'forex', 'en')).toMatchObject({ slug: '/forex', hidden: false });
});
