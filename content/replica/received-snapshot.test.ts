import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Alarm } from '../../base/alarm.ts';
import type { Snapshot, WireDocument } from '../wire-document.ts';
import type { ReceivedSnapshot } from './received-snapshot.ts';
import { type ApplyOptions, type Replica, openReplica } from './replica.ts';
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

/** Reads everything that a visitor would get from the replica. */
const listTags = () =>
  replica
    .reader()
    .list('tag', 'en')
    .map(({ id, name }) => `${id} ${name}`)
    .sort();

async function receive(...parts: Snapshot[]) {
  const received = replica.receive();
  for (const { documents, media } of parts) received.add(await replica.parse(documents), media);
  return received;
}

/** Applies the whole snapshot. */
function accept(received: ReceivedSnapshot, options?: ApplyOptions) {
  const [report, ...more] = replica.accept(received, options);
  received.close();
  expect(more).toEqual([]);
  return report;
}

test('parts replace the content like one whole snapshot, in any order', async () => {
  replica.apply(part(tag('gold'), tag('oil'), tag('gone')));
  const received = await receive(part(tag('silver')), part(tag('oil', { name: 'Crude oil' }), tag('gold')));
  expect(listTags(), 'nothing is seen before it is accepted').toEqual(['gold GOLD', 'gone GONE', 'oil OIL']);
  const report = accept(received);
  expect(listTags()).toEqual(['gold GOLD', 'oil Crude oil', 'silver SILVER']);
  expect(report).toMatchObject({ written: 2, removed: 1, held: false });
  expect(report?.changed).not.toContain(documentTag('tag', 'gold', 'en'));
  expect(report?.changed).toContain(documentTag('tag', 'oil', 'en'));
});

test('the later of two versions of a document counts, also when the replica has that version already', async () => {
  replica.apply(part(tag('gold'), tag('oil')));
  const received = await receive(
    part(tag('gold', { name: 'Passing' }), tag('oil', { name: 'Passing' })),
    part(tag('gold'), tag('oil', { name: 'Crude oil' })),
  );
  const report = accept(received);
  expect(listTags()).toEqual(['gold GOLD', 'oil Crude oil']);
  expect(report).toMatchObject({ written: 1, removed: 0 });
});

test('a sync that breaks off changes nothing, even if more parts arrive', async () => {
  replica.apply(part(tag('gold')));
  const received = await receive(part(tag('silver')));
  received.close();
  received.add(await replica.parse([tag('oil')]), []);
  expect(listTags()).toEqual(['gold GOLD']);
});

test('a document that was read again after the snapshot began stays unchanged', async () => {
  replica.apply(part(tag('gold'), tag('oil')));
  const received = await receive(part(tag('gold', { name: 'Old news' })));
  replica.change({ ...part(tag('gold', { name: 'Newer' })), removed: [] });
  accept(received, { keep: ({ id }) => id === 'gold' || id === 'oil' });
  expect(listTags()).toEqual(['gold Newer', 'oil OIL']);
});

test('a fault that the feed finds in a document raises an alarm each time, changed or not', () => {
  const broken = {
    ...tag('gold'),
    problems: [{ kind: 'missing-image' as const, path: 'image', message: 'is not there' }],
  };
  for (const round of [1, 2]) {
    replica.apply(part(broken));
    expect(alarms.filter(({ kind }) => kind === 'missing-image')).toHaveLength(round);
  }
});

test('a snapshot of some types changes nothing of the others', async () => {
  const page = { ...tag('gold'), type: 'author' as const };
  replica.apply(
    part(tag('gold'), tag('oil'), { ...page, wire: { ...(page.wire as object), role: 'Analyst', bio: '' } }),
  );
  const received = replica.receive(new Set(['tag']));
  received.add(await replica.parse([tag('gold')]), []);
  expect(accept(received)).toMatchObject({ removed: 1, held: false });
  expect([listTags(), replica.reader().list('author', 'en').length]).toEqual([['gold GOLD'], 1]);
});

test('a large snapshot is written in complete parts, and changes between two parts stay', async () => {
  const many = Array.from({ length: 5100 }, (_, index) => tag(`tag-${String(index).padStart(4, '0')}`));
  replica.apply(part(tag('gold'), tag('z-tin')));
  const received = await receive(part(tag('gold', { name: 'Aurum' }), ...many, tag('z-tin', { name: 'Old' })));
  const touched = new Set<string>();
  const states: [number, string, string][] = [];
  for (const _ of replica.accept(received, { keep: ({ id }) => touched.has(id) })) {
    const read = replica.reader();
    const name = (id: string) => read.get('tag', id, 'en')?.name ?? '';
    states.push([read.count('tag', 'en'), name('gold'), name('z-tin')]);
    if (states.length > 1) continue;
    touched.add('z-tin');
    replica.change({ ...part(tag('z-tin', { name: 'New' })), removed: [] });
  }
  received.close();
  expect(states).toEqual([
    [5001, 'Aurum', 'Z-TIN'],
    [5102, 'Aurum', 'New'],
  ]);
});

test('a replica counts as empty until it is filled completely, also after an interrupted filling', async () => {
  // More than one transaction writes.
  const tags = Array.from({ length: 5100 }, (_, index) => tag(`tag-${index}`));
  const sizes = async (end: number) => {
    const received = await receive(part(...tags));
    const found: number[] = [];
    for (const _ of replica.accept(received)) {
      found.push(replica.size());
      if (found.length === end) break;
    }
    received.close();
    return found;
  };
  expect(await sizes(1)).toEqual([0]);
  expect(await sizes(Number.POSITIVE_INFINITY)).toEqual([5100]);
});

test('a replica that lacks content counts as empty, whatever is written to it, until a whole snapshot was', async () => {
  replica.change({ ...part(tag('gold')), removed: [] });
  expect([listTags(), replica.size()]).toEqual([['gold GOLD'], 0]);
  const some = replica.receive(new Set(['tag']));
  some.add(await replica.parse([tag('gold'), tag('tin')]), []);
  accept(some);
  expect(replica.size()).toBe(0);
  replica.apply(part(tag('gold'), tag('tin'), tag('zinc')));
  expect(replica.size()).toBe(3);
  replica.change({ ...part(tag('lead')), removed: [] });
  expect(replica.size()).toBe(4);
});
