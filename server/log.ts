/** Structured logs on standard output, one JSON object per line. */
import { type Logger, pino } from 'pino';
import { currentRequestId } from '../accounts/request-id.ts';
import type { Config } from './config.ts';

export type { Logger };

/** No code logs these on purpose, but an object that is logged whole may contain them. */
const personal = ['password', 'email', 'phone', 'token', 'cookie'];
/** PostgreSQL's errors quote the row that caused them. */
const quoted = ['err.detail', 'err.parameters'];
const redact = [...personal.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), ...quoted];

/** Every line that is written for a request names it. */
function ofRequest(): { requestId?: string } {
  const requestId = currentRequestId();
  return requestId === null ? {} : { requestId };
}

export function createLog(level: Config['logLevel']): Logger {
  // Synchronous, so that no line is lost when the process ends; hits of the page cache log nothing, so they do not pay for it.
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact, mixin: ofRequest },
    pino.destination({ sync: true }),
  );
}
