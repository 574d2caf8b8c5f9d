/** What no code has caught. One visitor's failure, or one of a task in the background, must not end the pages of all others. */
import type { OnAlarm } from '../../content/alarm.ts';

/**
 * Answers for every promise and every exception that nobody else answers for: an alarm, and the process goes on.
 * @param alarm null while nothing serves yet: then it is a failed start, which ends as Node ends it.
 */
export function answerUnhandled(alarm: () => OnAlarm | null): void {
  function onError(error: unknown, origin: string): void {
    const report = alarm();
    if (!report) {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    }
    try {
      report({
        kind: 'unhandled',
        subject: origin,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    } catch {
      // The log cannot be written: that is no reason to stop serving, and an exception in here would end the process.
    }
  }
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', (reason) => onError(reason, 'unhandledRejection'));
}
