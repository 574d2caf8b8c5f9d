/** The CDN in front of the site: what answers tell it to keep, and what is purged when the content changes. */
import { randomUUID } from 'node:crypto';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DocumentAddress } from '../../content/document-address.ts';
import type { OnAlarm } from '../../content/alarm.ts';
import { storedLocale } from '../../content/language-neutral.ts';
import { documentTag } from '../../content/replica/tags.ts';
import type { CdnConfig } from '../cdn-config.ts';
import { type SharedCaching, unpurged } from '../http/shared-caching.ts';
import type { Logger } from '../log.ts';
import { cdnAdapters, sendPurge } from './cdn-adapters.ts';
import { type OtherInstances, PurgeAgreement } from './purge-agreement.ts';
import { type JournalEntry, PurgeJournal, type Receipt } from './purge-journal.ts';
import { KeysOfSite, type PurgeKeys } from './purge-keys.ts';
import { PurgeQueue, type PurgeTimes } from './purge-queue.ts';

/**
 * For an answer that is purged. No `stale-while-revalidate`: after a purge, a CDN would still show the old page to one visitor. `X-Accel-Expires`
 * keeps nginx, which nobody purges, from keeping the answer between the site and the CDN.
 */
export const purgedCacheControl = 'public, max-age=0, s-maxage=86400, stale-if-error=86400';

/** `cache-control` and keys of answers. */
export function sharedCaching(config: CdnConfig | null, siteUrl: string): SharedCaching {
  if (!config) return unpurged;
  const { header, separator, variesByLanguage } = cdnAdapters[config.name];
  const site = new KeysOfSite(siteUrl);
  return {
    variesByLanguage,
    headers(usual, tags) {
      const named = [...tags];
      if (named.length === 0) return unpurged.headers(usual, named);
      return [
        ['cache-control', purgedCacheControl],
        [header, site.ofAnswer(named).join(separator)],
        ['x-accel-expires', '0'],
      ];
    },
  };
}

/** What editors and operators are told about a document, or about all purges. */
export interface CdnStatus {
  cdn: string;
  waiting: number;
  /** ISO date-time of the oldest purge that waits; null when none does. */
  oldest: string | null;
}

export interface ShownReceipt {
  changedAt: string;
  /** Null while it waits. */
  purgedAt: string | null;
  by: string | null;
  lastError: string | null;
  everything: boolean;
  tags: readonly string[];
  of: number;
}

export interface Cdn {
  status: () => CdnStatus;
  /** The newest purge that covers a document; null when there was none. */
  receiptOf: (document: DocumentAddress) => ShownReceipt | null;
  latest: (count: number) => ShownReceipt[];
  /** Whether the last purge succeeded; null before the first. */
  up: () => boolean | null;
  /** Purges everything once more, because another release may answer from now on, and ends. */
  stop: () => Promise<void>;
}

interface Options {
  config: { cdn: CdnConfig | null; siteUrl: string; dataDir: string };
  replica: { live: (document: DocumentAddress) => { version: string } | null };
  /** Tells of each change from now on. */
  cache: { onStale: ((tags: Iterable<string>) => void)[] };
  instances: OtherInstances;
  registry: Registry;
  log: Logger;
  onAlarm: OnAlarm;
  times?: Partial<PurgeTimes>;
}

/** Tags that a receipt names. */
const mostNamed = 20;
/** Milliseconds that the end of the process waits for the last purge. */
const lastPatience = 4000;

function shown({ createdAt, doneAt, by, lastError, everything, tags, of }: Receipt): ShownReceipt {
  return {
    changedAt: new Date(createdAt).toISOString(),
    purgedAt: doneAt === null ? null : new Date(doneAt).toISOString(),
    by,
    // What failed before it succeeded is of no interest.
    lastError: doneAt === null ? lastError : null,
    everything,
    tags,
    of,
  };
}

function watchPurges(registry: Registry, oldestSeconds: () => number): Counter<'outcome'> {
  new Gauge({
    name: 'cdn_purge_oldest_seconds',
    help: 'Age of the oldest purge that the CDN has not done; 0 when none waits, or without a CDN',
    registers: [registry],
    collect() {
      this.set(oldestSeconds());
    },
  });
  return new Counter({
    name: 'cdn_purges',
    help: 'Requests to the CDN that purge, by outcome; several changes may be in one',
    labelNames: ['outcome'],
    registers: [registry],
  });
}

function entryOf(tags: readonly string[], keys: PurgeKeys): JournalEntry {
  return { id: randomUUID(), createdAt: Date.now(), tags: tags.slice(0, mostNamed), of: tags.length, ...keys };
}

/**
 * Starts with a purge of everything: nobody knows what the CDN kept while this instance, or its release, was not there. @returns null without a CDN;
 * the metrics exist all the same, because an alert that names none would never fire.
 */
export function openCdn({
  config,
  replica,
  cache,
  instances,
  registry,
  log,
  onAlarm,
  times = {},
}: Options): Cdn | null {
  const { cdn, siteUrl, dataDir } = config;
  let queue: PurgeQueue | null = null;
  const purges = watchPurges(registry, () => {
    const oldest = queue?.waiting[0];
    return oldest ? Math.max(0, Date.now() - oldest.createdAt) / 1000 : 0;
  });
  if (!cdn) return null;
  const journal = new PurgeJournal(dataDir, onAlarm);
  queue = new PurgeQueue({
    name: instances.name,
    journal,
    send: (purge) => sendPurge(cdn, purge),
    onSuccess: () => purges.inc({ outcome: 'done' }),
    onFailure(reason, first) {
      purges.inc({ outcome: 'failed' });
      log.warn({ reason }, 'a purge failed');
      if (first) onAlarm({ kind: 'purge-failed', subject: cdn.name, message: reason });
    },
    times,
  });
  return follow(cdn.name, queue, journal, new KeysOfSite(siteUrl), { replica, cache, instances });
}

function follow(
  name: string,
  queue: PurgeQueue,
  journal: PurgeJournal,
  site: KeysOfSite,
  { replica, cache, instances }: Pick<Options, 'replica' | 'cache' | 'instances'>,
): Cdn {
  const agreement = new PurgeAgreement(
    instances,
    (document) => replica.live(document)?.version ?? null,
    (id, by) => queue.settle(id, by),
  );
  queue.add(entryOf(['start'], site.everything()));
  cache.onStale.push((given) => {
    const tags = new Set(given);
    if (tags.size === 0) return;
    const purge = entryOf([...tags], site.ofChange(tags));
    queue.add({ ...purge, ...agreement.about(purge.id, tags) });
  });

  return {
    status() {
      const { waiting } = queue;
      const oldest = waiting[0]?.createdAt;
      return {
        cdn: name,
        waiting: waiting.length,
        oldest: oldest === undefined ? null : new Date(oldest).toISOString(),
      };
    },
    receiptOf({ type, id, locale }) {
      const receipt = journal.latestOf(site.keyOf(documentTag(type, id, storedLocale(type, locale))));
      return receipt && shown(receipt);
    },
    latest: (count) => journal.latest(count).map(shown),
    up: () => queue.succeeds,
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        queue.stop(entryOf(['end'], site.everything())),
        new Promise((resolve) => {
          timer = setTimeout(resolve, lastPatience);
        }),
      ]);
      clearTimeout(timer);
      journal.close();
    },
  };
}
