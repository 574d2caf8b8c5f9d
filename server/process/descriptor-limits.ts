/**
 * How much may be open at once. Connections, files that are being received and the databases share the descriptors that the system gives this process: who uses
 * them up would take away the site's own files, so strangers get a part of them only.
 */
import { readFileSync } from 'node:fs';

export interface DescriptorLimits {
  /** Connections, those that are kept open included. */
  connections: number;
  /** Files of forms that are being received. */
  files: number;
}

/** @returns null where the system does not say. Node has raised the soft limit to the hard one by then. */
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
