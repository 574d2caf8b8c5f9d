/** The worker thread that parses large documents: they delay no visitor, and a crash ends only this thread (`parser-thread.ts`). */
import { parentPort } from 'node:worker_threads';
import { type WireText, readWire } from './wire-reading.ts';

parentPort?.on('message', (text: WireText) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(readWire(text));
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage('ready');
