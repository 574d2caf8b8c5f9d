import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Alarm } from '../alarm.ts';
import type { Snapshot, WireDocument } from '../feed/feed.ts';
import { type Replica, openReplica } from './replica.ts';
import { documentTag } from './tags.ts';

const tag = (id: string, more: object = {}): WireDocument => ({
  type: 'tag',
  locale: 'en',
  source: 'test',
  wire: { id, updatedAt: '2026-11-01T10:00:00Z', name: id.toUpperCase(), description: 'About it.', ...more },
});
const part = (...documents: WireDocument[]): Snapshot => ({ documents, media: [] });

let alarms: Alarm[];
let replica: Replica;
beforeEach(() => {
  alarms = [];
  replica = openReplica(':memory:', (alarm) => alarms.push(alarm));
});
afterEach(() => replica.close());

/** Everything that a visitor would get from the replica. */
const told = () =>
  replica
    .reader()
    .list('tag', 'en')
    .map(({ id, name }) => `${id} ${name}`)
    .sort();

function receive(...parts: Snapshot[]) {
  const intake = replica.receive();
  for (const one of parts) intake.add(one);
  return intake;
}

test('parts replace the content as a whole would, in whatever order they come', () => {
  replica.apply(part(tag('gold'), tag('oil'), tag('gone')));
  const intake = receive(part(tag('silver')), part(tag('oil', { name: 'Crude oil' }), tag('gold')));
  expect(told(), 'nothing is seen before it is accepted').toEqual(['gold GOLD', 'gone GONE', 'oil OIL']);
  const report = replica.accept(intake);
  intake.close();
  expect(told()).toEqual(['gold GOLD', 'oil Crude oil', 'silver SILVER']);
  expect(report).toMatchObject({ written: 2, removed: 1, held: false });
  expect(report.changed).not.toContain(documentTag('tag', 'gold', 'en'));
  expect(report.changed).toContain(documentTag('tag', 'oil', 'en'));
});

test('of a document that comes twice the later one counts, also when the replica has that one already', () => {
  replica.apply(part(tag('gold'), tag('oil')));
  const intake = receive(
    part(tag('gold', { name: 'Passing' }), tag('oil', { name: 'Passing' })),
    part(tag('gold'), tag('oil', { name: 'Crude oil' })),
  );
  const report = replica.accept(intake);
  intake.close();
  expect(told()).toEqual(['gold GOLD', 'oil Crude oil']);
  expect(report).toMatchObject({ written: 1, removed: 0 });
});

test('a sync that breaks off changes nothing, whatever still comes in', () => {
  replica.apply(part(tag('gold')));
  const intake = receive(part(tag('silver')));
  intake.close();
  intake.add(part(tag('oil')));
  expect(told()).toEqual(['gold GOLD']);
});

test('what was read anew since the snapshot began stays as it is', () => {
  replica.apply(part(tag('gold'), tag('oil')));
  const intake = receive(part(tag('gold', { name: 'Old news' })));
  replica.change({ ...part(tag('gold', { name: 'Newer' })), removed: [] });
  replica.accept(intake, { keep: ({ id }) => id === 'gold' || id === 'oil' });
  intake.close();
  expect(told()).toEqual(['gold Newer', 'oil OIL']);
});

test('what the feed found wrong with a document is an alarm each time, changed or not', () => {
  const broken = {
    ...tag('gold'),
    problems: [{ kind: 'missing-image' as const, path: 'image', message: 'is not there' }],
  };
  for (const round of [1, 2]) {
    replica.apply(part(broken));
    expect(alarms.filter(({ kind }) => kind === 'missing-image')).toHaveLength(round);
  }
});

test('a filled replica takes everything in parts, each of which is whole; what is read anew between them stays', async () => {
  replica.apply(part(tag('gold'), tag('oil'), tag('gone'), tag('tin')));
  const intake = receive(
    part(tag('gold', { name: 'Aurum' }), tag('oil', { name: 'Crude' }), tag('tin', { name: 'Old' })),
  );
  const touched = new Set<string>();
  const seen: string[][] = [];
  for (const { changed, pause } of replica.acceptInParts(intake, { keep: ({ id }) => touched.has(id), turnMs: 0 })) {
    if (pause) continue;
    await replica.show(changed);
    seen.push(told());
    expect(changed.size > 0).toBe(seen.length <= 3);
    if (seen.length > 1) continue;
    touched.add('tin');
    replica.change({ ...part(tag('tin', { name: 'New' })), removed: [] });
  }
  intake.close();
  expect(seen).toEqual([
    ['gold Aurum', 'gone GONE', 'oil OIL', 'tin TIN'],
    ['gold Aurum', 'gone GONE', 'oil Crude', 'tin New'],
    ['gold Aurum', 'oil Crude', 'tin New'],
    ['gold Aurum', 'oil Crude', 'tin New'],
  ]);
});

test('an empty replica counts as empty until all of it is there and shown, also when its filling was cut short', async () => {
  // Enough that one turn cannot write them all.
  const tags = Array.from({ length: 3000 }, (_, index) => tag(`tag-${index}`));
  const sizes = (end: number) => {
    const intake = receive(part(...tags));
    const found: number[] = [];
    for (const { pause } of replica.acceptInParts(intake, { turnMs: 0 })) {
      if (!pause) found.push(replica.size());
      if (found.length === end) break;
    }
    intake.close();
    return found;
  };
  expect(sizes(2)).toEqual([0, 0]);
  const after = sizes(Number.POSITIVE_INFINITY);
  // Readers that were asked in between may still have half of it.
  expect(new Set(after)).toEqual(new Set([0]));
  await replica.show(new Set(['list:tag:en']));
  expect(replica.size()).toBe(3000);
});
