import { afterEach, expect, test } from 'vitest';
import type { Alarm } from '../alarm.ts';
import type { WireDocument } from '../feed/feed.ts';
import { incomingDocument } from './reading/incoming-document.ts';
import { openReplica } from './replica.ts';
import { ThreadUnavailable } from '../worker-thread.ts';
import { ParserThread } from './reading/parser-thread.ts';
import { readAhead, readBesideVisitors } from './read-ahead.ts';
import { largestInline, readWire } from './reading/wire-reading.ts';

const author = (id: string, bio: string): WireDocument => ({
  type: 'author',
  locale: 'en',
  source: 'test',
  wire: { id, updatedAt: '2026-11-01T10:00:00Z', name: id, role: 'Analyst', description: 'Writes.', bio },
});
const large = author('large', '**Gold** '.repeat(largestInline));
const largeIncoming = incomingDocument(large);

const threads: ParserThread[] = [];
/** @param code what the thread does instead of parsing. */
function threadThat(code: string, patience?: ConstructorParameters<typeof ParserThread>[1]): ParserThread {
  const program = `import { parentPort } from 'node:worker_threads'; const ready = () => parentPort.postMessage('ready'); const asked = (then) => parentPort.on('message', then); ${code}`;
  const thread = new ParserThread(new URL(`data:text/javascript,${encodeURIComponent(program)}`), patience);
  threads.push(thread);
  return thread;
}
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.close();
});

test('another thread reads what this one would', async () => {
  const thread = new ParserThread();
  threads.push(thread);
  const broken = incomingDocument({ ...large, wire: { ...(large.wire as object), name: 7 } });
  expect(await Promise.all([thread.read(largeIncoming), thread.read(broken)])).toEqual([
    readWire(largeIncoming),
    readWire(broken),
  ]);
  const small = ['one', 'two', 'three'].map((id) => incomingDocument(author(id, 'Writes.')));
  expect(await thread.readMany(small)).toEqual(small.map((document) => readWire(document)));
  await thread.close();
  expect(await thread.read(largeIncoming), 'it is started again').toEqual(readWire(largeIncoming));
});

test.each([
  [
    'takes too long',
    'asked(() => { for (;;); }); ready();',
    { answer: 200 },
    /^cannot be parsed: it took longer than 0\.2 seconds$/,
  ],
  ['throws', 'asked(() => { throw new Error("no more") }); ready();', undefined, /^cannot be parsed: no more$/],
  ['ends', 'asked(() => process.exit(3)); ready();', undefined, /^cannot be parsed: its thread ended with 3$/],
  [
    'takes all memory',
    'const all = []; asked(() => { for (;;) all.push(new Array(1e5).fill(all.length)); }); ready();',
    undefined,
    /^cannot be parsed: .*memory limit/,
  ],
])('a document that %s keeps its last good version, and is reported', async (_name, code, patience, message) => {
  const reading = await readBesideVisitors(
    largeIncoming,
    () => {
      throw new Error('an alarm of the thread');
    },
    threadThat(code, patience),
  );
  expect(reading).toEqual({
    problems: [{ kind: 'invalid', path: '', message: expect.stringMatching(message) as string }],
    stored: null,
  });
  const alarms: Alarm[] = [];
  const replica = openReplica(':memory:', (alarm) => alarms.push(alarm));
  replica.change({ documents: [author('large', 'Short.')], removed: [], media: [] });
  replica.change({ documents: [{ ...largeIncoming, reading }], removed: [], media: [] });
  expect(replica.reader().get('author', 'large', 'en')?.bio).toBe('<p>Short.</p>');
  expect(alarms).toEqual([expect.objectContaining({ kind: 'invalid', subject: 'author/large.en (test)' })]);
  replica.close();
});

test.each([
  ['is missing', () => new ParserThread(new URL('none.js', import.meta.url))],
  ['ends at once', () => threadThat('')],
  ['throws at once', () => threadThat('throw new Error("no")')],
  ['says nothing', () => threadThat('asked(() => undefined)', { start: 200 })],
])('a thread that %s is an alarm, and the document is parsed here', async (_name, thread) => {
  const alarms: Alarm[] = [];
  expect(await readBesideVisitors(largeIncoming, (alarm) => alarms.push(alarm), thread())).toEqual(
    readWire(largeIncoming),
  );
  expect(alarms).toEqual([expect.objectContaining({ kind: 'parser-thread' })]);
  await expect(thread().read(largeIncoming)).rejects.toThrow(ThreadUnavailable);
});

test('what came after a document that broke its thread is read by the next', async () => {
  const thread = threadThat(
    'asked(({ type }) => { if (type === "faq") throw new Error("no"); parentPort.postMessage(type); }); ready();',
  );
  const of = (type: 'faq' | 'page') => thread.read({ type, locale: 'en', wire: '{}' });
  expect(await Promise.all([of('page'), of('faq'), of('page')])).toEqual([
    'page',
    expect.objectContaining({ stored: null }),
    'page',
  ]);
});

test('what stands already is not read, and a signal ends it between two documents', async () => {
  const stop = new AbortController();
  const documents = Array.from({ length: 5 }, (_, index) => author(`a${index}`, 'Short.'));
  const read = await readAhead(documents, {
    onAlarm: () => undefined,
    standing: ({ id }) => ({ same: id === 'a1', wholeSum: null }),
  });
  expect(read.map(({ id, reading }) => [id, reading?.stored?.id])).toEqual([
    ['a0', 'a0'],
    ['a1', undefined],
    ['a2', 'a2'],
    ['a3', 'a3'],
    ['a4', 'a4'],
  ]);
  const seen: string[] = [];
  const ended = readAhead(documents, {
    onAlarm: () => undefined,
    signal: stop.signal,
    standing: ({ id }) => {
      seen.push(id);
      if (id === 'a2') stop.abort();
      return { same: false, wholeSum: null };
    },
  });
  await expect(ended).rejects.toThrow(/abort/i);
  expect(seen).toEqual(['a0', 'a1', 'a2']);
});
