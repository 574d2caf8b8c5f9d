/** A document whose live version nobody approved raises an alarm that names its pages and the words. */
import { expect, test } from 'vitest';
import type { Alarm } from '../../base/alarm.ts';
import { until } from '../../tests/until.ts';
import { showDifference } from './changed-words.ts';
import { LedgerWatch } from './ledger-watch.ts';

test('only the words that differ are shown', () => {
  expect(showDifference('a spread from 0.6 pips', 'a spread from 0.1 pips')).toBe('“0.6” became “0.1”');
  expect(showDifference('one two', 'one new two')).toBe('“” became “new”');
  expect(showDifference('a a a', 'a a')).toBe('“a” became “”');
  expect(showDifference('a b c d e', 'a x c d y')).toBe('“b” became “x”, “e” became “y”');
});

test('an answer of the content service names the pages that show it; while it is away, the question waits', async () => {
  const alarms: Alarm[] = [];
  const recorded: string[] = [];
  const document = { type: 'page', id: 'forex', locale: 'en' } as const;
  const watch = new LedgerWatch({
    ledger: {
      readRow: async () => ({ seq: 7, hash: 'abc' }),
      findUnapproved: async (documents) => {
        expect(documents).toEqual([document]);
        return [{ document, approved: ['from 0.6 pips'], live: ['from 0.1 pips'] }];
      },
    },
    record: ({ text }) => recorded.push(text),
    findShowing: () => ['/forex', '/', '/about', '/faqs'],
    onAlarm: (alarm) => alarms.push(alarm),
    gatherMs: 1,
  });
  watch.enqueue([document]);
  await until(() => alarms.length > 0, 'the alarm');
  await watch.stop();
  expect(recorded).toEqual(['7 abc']);
  expect(alarms).toEqual([
    {
      kind: 'not-approved',
      subject: 'page/forex.en',
      message: '/forex, /, /about and 1 more shows what the ledger does not have: “0.6” became “0.1”',
    },
  ]);
});
