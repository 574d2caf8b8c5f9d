/** A document that no reader gets through: it alone is left out, and an alarm names it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Alarm } from '../../base/alarm.ts';
import { parseDocument } from '../parse/parse-document.ts';
import { openReplica } from '../replica/replica.ts';
import { filesFeed } from './files-feed.ts';

let folder = '';
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const tag = (fields: string) => `name: Gold\ndescription: About gold\n${fields}`;
test.each([
  ['a time with half an offset', tag("updatedAt: '2026-07-28T09:20:00+00'")],
  ['a day that no month has', tag("updatedAt: '2026-13-45T09:20:00Z'")],
  ['an hour that no clock has', tag("updatedAt: '2026-07-28T99:20:00Z'")],
  ['a list that contains itself', tag("updatedAt: '2026-07-28T09:20:00Z'\nrest: &all [*all]")],
  ['an id that is no text', tag("id: { toString: 1 }\nupdatedAt: '2026-07-28T09:20:00Z'")],
  ['lists within lists', tag(`rest: ${'['.repeat(20_000)}${']'.repeat(20_000)}`)],
  ['nothing', ''],
])('%s is a problem of that document, and the others are shown', async (_what, text) => {
  folder = mkdtempSync(join(tmpdir(), 'brokerfront-unreadable-'));
  mkdirSync(join(folder, 'tags'));
  writeFileSync(join(folder, 'tags/gold.en.yaml'), text);
  writeFileSync(join(folder, 'tags/oil.en.yaml'), tag("updatedAt: '2026-07-28T09:20:00Z'"));
  const alarms: Alarm[] = [];
  const replica = openReplica(':memory:', (alarm) => void alarms.push(alarm));
  replica.apply(await filesFeed(folder).snapshot());
  expect(replica.addresses().map(({ id }) => id)).toEqual(['oil']);
  const invalid = alarms.filter(({ kind }) => kind === 'invalid').map(({ subject }) => subject);
  expect([invalid.length > 0, invalid.filter((subject) => !subject.includes('gold'))]).toEqual([true, []]);
  replica.close();
});

test('an error of the parser is a problem of the document', () => {
  const hostile = {
    get id() {
      throw new Error('nobody foresaw this');
    },
  };
  expect(parseDocument('tag', 'en', hostile)).toMatchObject({
    ok: false,
    problems: [{ message: 'cannot be read: nobody foresaw this' }],
  });
});
