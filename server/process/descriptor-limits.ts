/**
 * Limits for open connections and uploads. They share this process's file descriptors with the databases and the site's own files. A client that
 * used them all up would block those, so connections and uploads get only a part.
 */
import { readFileSync } from 'node:fs';

interface DescriptorLimits {
  /** Open connections, including idle ones with keep-alive. */
  connections: number;
  /** Files of forms that are being received. */
  files: number;
}

/** The soft limit, which Node has already raised to the hard one. @returns null where the system does not report it. */
function descriptors(): number | null {
  try {
    const given = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return given === undefined ? null : Number(given);
  } catch {
    return null;
  }
}

/** Half for connections and an eighth for files leaves the rest for databases, pictures and assets. */
export function descriptorLimits(all = descriptors() ?? 20_000): DescriptorLimits {
  return { connections: Math.min(10_000, Math.floor(all / 2)), files: Math.min(100, Math.floor(all / 8)) };
}
