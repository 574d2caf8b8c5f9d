import { existsSync } from 'node:fs';

/** Where the daemon of ClamAV is; null when there is none. */
export function clamdPath(): string | null {
  return (
    ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd'].find((file) => existsSync(file)) ?? null
  );
}
