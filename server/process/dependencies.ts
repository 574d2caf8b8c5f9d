/** Creates metrics of the site's dependencies, read at each scrape: whether each can be reached, and how old the content may be. */
import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { AccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import type { SyncStatus } from '../../content/feed/strapi-sync.ts';

/** A system that a part needs: whether it can be reached; null: not known yet. */
export interface Dependency {
  name: string;
  isUp: () => boolean | null;
}

interface Dependencies {
  /** Null while the database cannot be reached. */
  database: () => AccountsDatabase | null;
  /** Null without Valkey. */
  valkey: () => boolean | null;
  /** Null for files, which do not fail over time. */
  feed: () => SyncStatus | null;
  /** Those of parts. */
  others: readonly Dependency[];
}

/** A scrape waits no longer than this for the database. */
const timeoutMs = 2000;

async function isAnswering(database: AccountsDatabase): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const query = sql`select 1`.execute(database.db).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([query, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

export function watchDependencies(registry: Registry, { database, valkey, feed, others }: Dependencies): void {
  new Gauge({
    name: 'dependency_up',
    help: '1 while it answers, else 0; only what is configured',
    labelNames: ['name'],
    registers: [registry],
    async collect() {
      const open = database();
      this.set({ name: 'database' }, open && (await isAnswering(open)) ? 1 : 0);
      const connected = valkey();
      if (connected !== null) this.set({ name: 'valkey' }, connected ? 1 : 0);
      for (const { name, isUp } of others) {
        const up = isUp();
        if (up !== null) this.set({ name }, up ? 1 : 0);
      }
      const status = feed();
      if (status) this.set({ name: 'feed' }, status.failures === 0 && status.equalAt !== null ? 1 : 0);
    },
  });
  const started = Date.now();
  new Gauge({
    name: 'content_sync_age_seconds',
    help: 'Time since the content was last known to be equal to its source, or since the start; 0 for files',
    registers: [registry],
    collect() {
      const status = feed();
      this.set(status ? Math.max(0, Date.now() - (status.equalAt ? Date.parse(status.equalAt) : started)) / 1000 : 0);
    },
  });
}
