/** Structured logs on standard output, one JSON object a line. */
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type { Logger };

/** Nobody logs these on purpose; an object that is logged whole may hold them. */
const personal = ['password', 'email', 'phone', 'token', 'cookie'];
/** PostgreSQL's errors quote the row that they are about. */
const quoted = ['err.detail', 'err.parameters'];
const redact = [...personal.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), ...quoted];

export function createLog(level: Config['logLevel']): Logger {
  // Synchronous: a line that is written is not lost when the process ends, and hits of the page cache log nothing anyway.
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact },
    pino.destination({ sync: true }),
  );
}
