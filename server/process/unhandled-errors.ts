/** Handles errors that no code has caught: the failure of one request or background task must not stop the site for everyone. */
import type { OnAlarm } from '../../base/alarm.ts';

/**
 * Turns every unhandled rejection and uncaught exception into an alarm, and the process goes on.
 * @param alarm returns null before the site serves: the error is then a failed start, and the process exits with 1.
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
      // An error of the log must not end the process, as an exception in here would.
    }
  }
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', (reason) => onError(reason, 'unhandledRejection'));
}
