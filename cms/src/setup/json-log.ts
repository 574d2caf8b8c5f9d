/** Strapi's log as the site's: a JSON object on each line, with the same names and levels. */

/** As pino numbers them. */
const levels: Record<string, number> = { error: 50, warn: 40, info: 30 };
const finished = Symbol.for('message');

interface Entry {
  level: string;
  message: unknown;
  stack?: unknown;
  [finished]?: string;
}

/** A format of winston, Strapi's logger. */
export const jsonFormat = {
  transform(entry: Entry): Entry {
    const { message, stack } = entry;
    const error = message instanceof Error ? message : null;
    const line = {
      level: levels[entry.level] ?? 20,
      time: new Date().toISOString(),
      msg: error?.message ?? (typeof message === 'string' ? message : JSON.stringify(message)),
      stack: error?.stack ?? stack,
    };
    entry[finished] = JSON.stringify(line);
    return entry;
  },
};

/** Writes the warnings of Node into Strapi's log, because Node itself would print them as bare lines. */
export function logNodeWarnings(log: { warn(message: string): unknown }): void {
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => log.warn(`${name}: ${message}`));
}
