/** The side of a worker thread (`worker-thread.ts`) that answers. */
import { parentPort } from 'node:worker_threads';

function say(word: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(word);
}

/** Says that the thread is ready, and answers its questions one after the other. @param answer gets what the other side has sent. */
export function answerQuestions(answer: (question: never) => unknown): void {
  parentPort?.on('message', (question: unknown) => say(answer(question as never)));
  say('ready');
}
