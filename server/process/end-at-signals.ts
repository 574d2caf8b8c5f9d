/** Ends the process at a signal: gracefully at the first, immediately at the second. */
import { constants } from 'node:os';

/** One Ctrl-C may arrive three times: from the terminal, from npm, and from the first step of the npm script. A later signal is intended. */
const echoMs = 1000;

function findExitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/**
 * Ends the process at SIGINT, SIGTERM and SIGHUP: with 0 once `stop` resolves, with 1 when it rejects.
 * @param stop returns null when nothing runs yet that must be stopped: the process then exits immediately, with 128 plus the signal's number.
 * @param force called before an immediate exit, such as at a second signal.
 */
export function endAtSignals(
  stop: (signal: NodeJS.Signals) => Promise<unknown> | null,
  force: () => void = () => undefined,
): void {
  let firstSignalAt: number | null = null;
  function onSignal(signal: NodeJS.Signals): void {
    if (firstSignalAt !== null && performance.now() - firstSignalAt < echoMs) return;
    const stopping = firstSignalAt === null ? stop(signal) : null;
    firstSignalAt ??= performance.now();
    if (!stopping) {
      force();
      process.exit(findExitCode(signal));
    }
    stopping.then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The end was not in order: ${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}
