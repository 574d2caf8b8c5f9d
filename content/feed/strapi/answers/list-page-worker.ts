/** The worker thread that reads the pages of a long list (`list-page-thread.ts`). */
import { parentPort } from 'node:worker_threads';
import { type ListPageQuestion, answerListPage } from './list-page.ts';

parentPort?.on('message', (question: ListPageQuestion) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answerListPage(question));
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage('ready');
