/** The end of a process that somebody asks for: in order at the first signal, at once at the second. */
import { constants } from 'node:os';

/** One Ctrl-C may arrive three times: from the terminal, from npm, and from the first step of the npm script. What comes later was meant. */
const echoMs = 1000;

function codeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/**
 * Ends the process at SIGINT, SIGTERM and SIGHUP, with 0 once `stop` is done.
 * @param stop null when nothing runs yet that would have to be stopped: the process then ends at once, with 128 and the signal's number.
 * @param force called before the end at a second signal.
 */
export function endAtSignals(
  stop: (signal: NodeJS.Signals) => Promise<unknown> | null,
  force: () => void = () => undefined,
): void {
  let since: number | null = null;
  function onSignal(signal: NodeJS.Signals): void {
    if (since !== null && performance.now() - since < echoMs) return;
    const stopping = since === null ? stop(signal) : null;
    since ??= performance.now();
    if (!stopping) {
      force();
      process.exit(codeOf(signal));
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
