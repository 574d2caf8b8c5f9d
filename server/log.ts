/** Structured logs on standard output, one JSON object per line. */
import { type Logger, pino } from 'pino';
import { currentRequestId } from '../base/request-id.ts';
import type { Config } from './config.ts';

export type { Logger };

/** Fields that no code logs on purpose, but that a logged object may contain. */
const personal = ['password', 'email', 'phone', 'token', 'cookie'];
/** PostgreSQL's errors quote the row that caused them. */
const quoted = ['err.detail', 'err.parameters'];
const redact = [...personal.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), ...quoted];

/** Adds the id of the current request to each line. */
function readRequestId(): { requestId?: string } {
  const requestId = currentRequestId();
  return requestId === null ? {} : { requestId };
}

export function createLog(level: Config['logLevel']): Logger {
  // Synchronous, so that no line is lost when the process ends; hits of the page cache log nothing, so they do not pay for it.
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact, mixin: readRequestId },
    pino.destination({ sync: true }),
  );
}

/** Writes the warnings of Node into the log, because Node itself would print them as bare lines. Call it once in a process. */
export function logNodeWarnings(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node warns'));
}
