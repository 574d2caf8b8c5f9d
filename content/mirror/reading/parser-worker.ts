/** The worker thread that parses documents which are large or many: they delay no visitor, and a crash ends only this thread (`parser-thread.ts`). */
import { parentPort } from 'node:worker_threads';
import { type WireText, readWire } from './wire-reading.ts';

parentPort?.on('message', (asked: WireText | WireText[]) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(Array.isArray(asked) ? asked.map((text) => readWire(text)) : readWire(asked));
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage('ready');
