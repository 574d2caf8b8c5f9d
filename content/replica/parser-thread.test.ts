import { afterEach, expect, test } from 'vitest';
import type { Alarm } from '../../base/alarm.ts';
import type { WireDocument } from '../wire-document.ts';
import { openReplica } from './replica.ts';
import { ThreadUnavailable } from '../../base/worker-thread.ts';
import { ParserThread, maxInlineLength, parseAll } from './parser-thread.ts';
import { type WireText, parseWireText, toWireText } from './wire-text.ts';

const author = (id: string, bio: string): WireDocument => ({
  type: 'author',
  locale: 'en',
  source: 'test',
  wire: { id, updatedAt: '2026-11-01T10:00:00Z', name: id, role: 'Analyst', description: 'Writes.', bio },
});
const large = author('large', '**Gold** '.repeat(maxInlineLength));
const largeText = toWireText(large);

async function parsed(text: WireText, onAlarm: (alarm: Alarm) => void, thread: ParserThread) {
  const document = { ...text };
  await parseAll([document], onAlarm, { thread });
  return document.parsed;
}

const threads: ParserThread[] = [];
/** A busy machine must not count as a broken thread. */
const patient = { start: 120_000, answer: 120_000 };
/** Starts a thread. @param code runs in the thread instead of the parser. */
function threadThat(code: string, patience?: ConstructorParameters<typeof ParserThread>[1]): ParserThread {
  const program = `import { parentPort } from 'node:worker_threads'; const ready = () => parentPort.postMessage('ready'); const onQuestion = (then) => parentPort.on('message', then); ${code}`;
  const thread = new ParserThread(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    ...patient,
    ...patience,
  });
  threads.push(thread);
  return thread;
}
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.close();
});

test('another thread parses a document to the same result', async () => {
  const thread = new ParserThread(undefined, patient);
  threads.push(thread);
  const broken = toWireText({ ...large, wire: { ...(large.wire as object), name: 7 } });
  expect(await Promise.all([thread.parse(largeText), thread.parse(broken)])).toEqual([
    parseWireText(largeText),
    parseWireText(broken),
  ]);
  await thread.close();
  expect(await thread.parse(largeText), 'it is started again').toEqual(parseWireText(largeText));
});

test.each([
  [
    'takes too long',
    'onQuestion(() => { for (;;); }); ready();',
    { answer: 200 },
    /^cannot be parsed: it took longer than 0\.2 seconds$/,
  ],
  ['throws', 'onQuestion(() => { throw new Error("no more") }); ready();', undefined, /^cannot be parsed: no more$/],
  ['ends', 'onQuestion(() => process.exit(3)); ready();', undefined, /^cannot be parsed: its thread ended with 3$/],
  [
    'takes all memory',
    'const all = []; onQuestion(() => { for (;;) all.push(new Array(1e5).fill(all.length)); }); ready();',
    undefined,
    /^cannot be parsed: .*memory limit/,
  ],
])('a document that %s keeps its last good version, and is reported', async (_name, code, patience, message) => {
  const result = await parsed(
    largeText,
    () => {
      throw new Error('an alarm of the thread');
    },
    threadThat(code, patience),
  );
  expect(result).toEqual({
    problems: [{ kind: 'invalid', path: '', message: expect.stringMatching(message) as string }],
    document: null,
  });
  const alarms: Alarm[] = [];
  const replica = openReplica(':memory:', (alarm) => alarms.push(alarm));
  replica.change({ documents: [author('large', 'Short.')], removed: [], media: [] });
  replica.change({ documents: [{ ...largeText, ...(result ? { parsed: result } : {}) }], removed: [], media: [] });
  expect(replica.reader().get('author', 'large', 'en')?.bio).toBe('<p>Short.</p>');
  expect(alarms).toEqual([expect.objectContaining({ kind: 'invalid', subject: 'author/large.en (test)' })]);
  replica.close();
});

test.each([
  ['is missing', () => new ParserThread(new URL('none.js', import.meta.url))],
  ['ends at once', () => threadThat('')],
  ['throws at once', () => threadThat('throw new Error("no")')],
  ['says nothing', () => threadThat('onQuestion(() => undefined)', { start: 200 })],
])('a thread that %s raises an alarm, and this thread parses the document', async (_name, thread) => {
  const alarms: Alarm[] = [];
  expect(await parsed(largeText, (alarm) => alarms.push(alarm), thread())).toEqual(parseWireText(largeText));
  expect(alarms).toEqual([expect.objectContaining({ kind: 'parser-thread' })]);
  await expect(thread().parse(largeText)).rejects.toThrow(ThreadUnavailable);
});

test('the next thread parses the documents after one that broke its thread', async () => {
  const thread = threadThat(
    'onQuestion(({ type }) => { if (type === "faq") throw new Error("no"); parentPort.postMessage(type); }); ready();',
  );
  const parse = (type: 'faq' | 'page') => thread.parse({ type, locale: 'en', wire: '{}' });
  expect(await Promise.all([parse('page'), parse('faq'), parse('page')])).toEqual([
    'page',
    expect.objectContaining({ document: null }),
    'page',
  ]);
});

test('stored documents are not parsed again, and a signal ends the parsing between two documents', async () => {
  const texts = () => Array.from({ length: 5 }, (_, index) => toWireText(author(`a${index}`, 'Short.')));
  const documents = texts().map((text) => ({ ...text, isStored: text.id === 'a1' }));
  await parseAll(documents, () => undefined);
  expect(documents.map(({ parsed: result }) => result?.document?.id)).toEqual(['a0', undefined, 'a2', 'a3', 'a4']);
  const stop = new AbortController();
  const stopped = texts().map((text, index) =>
    Object.defineProperty(text, 'isStored', {
      get: () => {
        if (index === 2) stop.abort();
        return false;
      },
    }),
  );
  await expect(parseAll(stopped, () => undefined, { signal: stop.signal })).rejects.toThrow(/abort/i);
  expect(stopped.map(({ parsed: result }) => result !== undefined)).toEqual([true, true, true, false, false]);
});
