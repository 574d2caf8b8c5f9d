/** The thread that reads large documents: what they cost, they cost no visitor, and what they break, ends with it (`parser-thread.ts`). */
import { parentPort } from 'node:worker_threads';
import { type WireText, readWire } from './wire-reading.ts';

parentPort?.on('message', (text: WireText) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(readWire(text));
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage('ready');
