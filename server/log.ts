/** Structured logs on standard output, one JSON object a line. */
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type { Logger };

export function createLog(level: Config['logLevel']): Logger {
  // Synchronous: a line that is written is not lost when the process ends, and hits of the page cache log nothing anyway.
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: ['*.password', '*.email', '*.token'] }, pino.destination({ sync: true }));
}
