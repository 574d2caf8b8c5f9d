import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WireDocument } from '../wire-document.ts';
import { ChangeHistory } from './change-history.ts';
import { type Replica, joinReplica, openReplica } from './replica.ts';
import type { FillIn } from './reader.ts';
import { documentTag } from './tags.ts';

const tag = (id: string, name = id): WireDocument => ({
  type: 'tag',
  locale: 'en',
  source: 'test',
  wire: { id, updatedAt: '2026-11-01T10:00:00Z', name, description: 'About it.' },
});
const change = (...documents: WireDocument[]) => replica.change({ documents, removed: [], media: [] });

/** Writes the name of the tag “gold” where a name says so. */
const fromGold: FillIn = {
  concerns: (_, data) => data.includes('{{gold}}'),
  fill: (_, document, read) => ({ ...document, name: read.get('tag', 'gold', 'en')?.name ?? '–' }),
};

let replica: Replica;
beforeEach(() => {
  replica = openReplica(
    ':memory:',
    () => undefined,
    () => undefined,
    fromGold,
  );
  replica.apply({ documents: [tag('gold'), tag('oil'), tag('metals', '{{gold}}')], media: [] });
});
afterEach(() => replica.close());

test('a document is the same object until it changes, appears or disappears itself', () => {
  const named = (id: string) => replica.reader().get('tag', id, 'en');
  const [gold, oil, rates] = [named('gold'), named('oil'), named('rates')];
  expect(rates).toBeNull();
  change(tag('oil', 'Crude'), tag('rates'));
  expect(named('gold')).toBe(gold);
  expect(named('oil')).not.toBe(oil);
  expect(named('oil')?.name).toBe('Crude');
  expect(named('rates')?.name).toBe('rates');
  replica.change({ documents: [], removed: [{ type: 'tag', id: 'gold', locale: 'en' }], media: [] });
  expect(named('gold')).toBeNull();
});

test('figures are filled into a document again when they change', () => {
  const name = () => replica.reader().get('tag', 'metals', 'en')?.name;
  expect(name()).toBe('gold');
  change(tag('gold', 'Gold'));
  expect(name()).toBe('Gold');
});

test('documents that another thread wrote are read ahead of requests, and unchanged documents stay the same objects', async () => {
  const joined = joinReplica(replica.storage().location, { onAlarm: () => undefined });
  const names = () =>
    replica
      .reader()
      .list('tag', 'en')
      .map(({ id, name }) => `${id} ${name}`)
      .toSorted();
  expect(names()).toEqual(['gold gold', 'metals gold', 'oil oil']);
  const oil = replica.reader().get('tag', 'oil', 'en');
  const { generation } = replica;
  const generationBefore = generation();
  const { changed } = joined.change({
    documents: [tag('gold', 'Gold'), tag('silver')],
    removed: [{ type: 'tag', id: 'metals', locale: 'en' }],
    media: [],
  });
  expect(names(), 'nobody has announced it').toEqual(['gold gold', 'metals gold', 'oil oil']);
  await replica.renew(changed);
  expect(names()).toEqual(['gold Gold', 'oil oil', 'silver silver']);
  expect([replica.reader().get('tag', 'oil', 'en') === oil, generation() > generationBefore]).toEqual([true, true]);
  joined.close();
});

test('a derived value is valid until one of its documents changes or the changes are unknown', () => {
  const tags = new Set([documentTag('tag', 'gold', 'en')]);
  const read = replica.reader();
  const moment = read.moment();
  change(tag('oil', 'Crude'));
  expect(read.isAsAt(moment, tags)).toBe(true);
  change(tag('gold', 'Gold'));
  expect(read.isAsAt(moment, tags)).toBe(false);
  expect(read.isAsAt(read.moment(), tags)).toBe(true);

  const history = new ChangeHistory();
  const start = history.now;
  history.add(new Set(['other']));
  expect(history.isUnchanged(start, tags)).toBe(true);
  history.add();
  expect([history.isUnchanged(start, tags), history.isUnchanged(history.now, tags)]).toEqual([false, true]);
  const generationBefore = history.now;
  history.add(new Set(tags));
  history.add(new Set(Array.from({ length: 60_000 }, (_, index) => `tag ${index}`)));
  expect([history.isUnchanged(generationBefore, tags), history.isUnchanged(history.now, tags)]).toEqual([false, true]);
});

test('an empty change is ignored', () => {
  const history = new ChangeHistory();
  history.add(new Set(['doc:page:home:en']));
  const { now } = history;
  for (let time = 0; time < 3; time += 1) history.add(new Set());
  expect(history.now).toBe(now);
  expect(history.isUnchanged(now, new Set(['doc:page:home:en']))).toBe(true);
});
