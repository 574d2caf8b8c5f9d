/** Rows of the replica for a thread that does not have its file: it asks the one that has, and sleeps until it is answered. */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { RowSource } from '../../content/replica/reader-store.ts';
import type { Replica } from '../../content/replica/replica.ts';
import type { RowsAnswer, RowsPort, RowsQuestion } from './thread-messages.ts';

/** The main thread answers between two visitors; one that does not answer for so long is ending. */
const longestWaitMs = 10_000;

/** @throws from its functions when the rows cannot be had: the render fails. */
export function rowsElsewhere({ port, answered }: RowsPort): RowSource {
  function all(sql: string, ...values: RowsQuestion['values']): Record<string, unknown>[] {
    Atomics.store(answered, 0, 0);
    port.postMessage({ sql, values } satisfies RowsQuestion);
    Atomics.wait(answered, 0, 0, longestWaitMs);
    const answer = receiveMessageOnPort(port)?.message as RowsAnswer | undefined;
    if (!answer?.rows) throw new Error('The replica cannot be read from here now.');
    return answer.rows;
  }
  return { all, get: (sql, ...values) => all(sql, ...values)[0] };
}

/** Answers the questions that arrive at a port. @param isCurrent whether what the replica holds now is what the thread is rendering. */
export function answerRows(
  { port, answered }: { port: MessagePort } & Pick<RowsPort, 'answered'>,
  replica: Pick<Replica, 'rows'>,
  isCurrent: () => boolean,
): void {
  const rowsOf = ({ sql, values }: RowsQuestion) => {
    try {
      return isCurrent() ? replica.rows(sql, values) : null;
    } catch {
      // Whoever reads it here repairs it.
      return null;
    }
  };
  port.on('message', (question: RowsQuestion) => {
    port.postMessage({ rows: rowsOf(question) } satisfies RowsAnswer);
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  });
  port.unref();
}
