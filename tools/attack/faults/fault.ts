/** A fault: something that happens to a running site, or between two starts of it, with checks of what must still be true afterwards. */
import type { AttackedSite } from '../attacked-site.ts';
import type { Customers } from '../customers.ts';
import type { Findings } from '../findings.ts';
import type { Random } from '../random.ts';

export interface FaultContext {
  site: AttackedSite;
  dataDir: string;
  random: Random;
  findings: Findings;
  customers: Customers;
  /** Stops the site and starts it again. `clock` in milliseconds ahead; `meanwhile` runs while the site is stopped. @throws when it does not start. */
  restart: (options?: {
    signal?: 'SIGKILL' | 'SIGTERM';
    clock?: number;
    environment?: Record<string, string>;
    meanwhile?: () => void;
  }) => Promise<AttackedSite>;
  /** Views the pages one by one and records what is wrong as findings. */
  pages: (name: string, site: AttackedSite) => Promise<void>;
}

export interface Fault {
  name: string;
  /** Why it cannot be tried on this machine, or null. */
  unavailable?: () => string | null;
  run: (context: FaultContext) => Promise<void>;
}
