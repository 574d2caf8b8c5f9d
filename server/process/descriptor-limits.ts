/**
 * Chooses the limits for open connections and uploads. They share this process's file descriptors with the databases and the site's own files. A client that
 * used them all up would block those, so connections and uploads get only a part.
 */
import { readFileSync } from 'node:fs';

interface DescriptorLimits {
  /** Open connections, including idle ones with keep-alive. */
  connections: number;
  /** Files of forms that are being received. */
  files: number;
}

/** Reads the soft limit, which Node has already raised to the hard one. @returns null where the system does not report it. */
function readDescriptorLimit(): number | null {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}

/** Chooses the limits. Half for connections and an eighth for files leaves the rest for databases, pictures and assets. */
export function chooseDescriptorLimits(descriptors = readDescriptorLimit() ?? 20_000): DescriptorLimits {
  return {
    connections: Math.min(10_000, Math.floor(descriptors / 2)),
    files: Math.min(100, Math.floor(descriptors / 8)),
  };
}
