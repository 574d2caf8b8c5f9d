/** What a fault is: something that happens to a running site, or between two starts of it, and what has to hold afterwards. */
import type { AttackedSite } from '../attacked-site.ts';
import type { Customers } from '../customers.ts';
import type { Findings } from '../findings.ts';
import type { HealthyVisitor } from '../healthy-visitor.ts';
import type { Random } from '../random.ts';

export interface FaultContext {
  site: AttackedSite;
  dataDir: string;
  random: Random;
  findings: Findings;
  visitor: HealthyVisitor;
  customers: Customers;
  /** Ends the site and starts it again. @param meanwhile happens while nothing runs. */
  restart: (options?: {
    signal?: 'SIGKILL' | 'SIGTERM';
    clock?: number;
    environment?: Record<string, string>;
    meanwhile?: () => void;
  }) => Promise<AttackedSite>;
  /** The pages one by one; what is wrong with them is a finding. */
  pages: (name: string, site: AttackedSite) => Promise<void>;
}

export interface Fault {
  name: string;
  /** Why it cannot be tried on this machine, or null. */
  unavailable?: () => string | null;
  run: (context: FaultContext) => Promise<void>;
}
