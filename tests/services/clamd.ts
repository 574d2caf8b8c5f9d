/** Finds the ClamAV daemon on this machine, for tests that need a real one. */
import { existsSync } from 'node:fs';

/** Finds the path of the ClamAV daemon; null when it is not installed. */
export function clamdPath(): string | null {
  return (
    ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'].find((file) => existsSync(file)) ?? null
  );
}
