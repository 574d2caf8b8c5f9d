/** Purges the CDN when the content changes: each instance purges the answers that its own changes make stale. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DocumentAddress } from '../../content/document-address.ts';
import type { OnAlarm } from '../../base/alarm.ts';
import { storedLocale } from '../../content/language-neutral.ts';
import { documentTag } from '../../content/replica/tags.ts';
import type { CdnConfig } from './cdn-settings.ts';
import type { Logger } from '../../server/log.ts';
import { sendPurge } from './cdn-adapters.ts';
import { GoneKeys } from './gone-keys.ts';
import { SiteKeys } from './purge-keys.ts';
import { PurgeQueue, type Receipt } from './purge-queue.ts';

export interface Cdn {
  /** `oldest`: when the oldest purge that waits was caused; null when none waits. */
  status: () => { cdn: string; waiting: number; oldest: string | null };
  /** The receipt of the newest purge that covers a document; null when none is remembered. */
  findReceipt: (document: DocumentAddress) => Receipt | null;
  latest: (count: number) => Receipt[];
  /** Whether the last purge succeeded; null before the first. */
  up: () => boolean | null;
  /** Purges everything once more, because another release may answer next, and stops. */
  stop: () => Promise<void>;
}

interface Options {
  config: { cdn: CdnConfig | null; siteUrl: string; dataDir: string };
  /** Announces each change. */
  cache: { onStale: ((tags: Iterable<string>) => void)[] };
  registry: Registry;
  log: Logger;
  onAlarm: OnAlarm;
}

/** Milliseconds that the end of the process waits for the last purge. */
const lastPurgeTimeoutMs = 4000;

/**
 * Opens the purges of the CDN, and begins with a purge of everything, because the CDN may have stored stale answers before this start. @returns null without a CDN; the metrics
 * exist even then, because an alert on a missing metric would never fire.
 */
export function openCdn({ config: { cdn, siteUrl, dataDir }, cache, registry, log, onAlarm }: Options): Cdn | null {
  const purges = new Counter({
    name: 'cdn_purges',
    help: 'Requests to the CDN that purge, by outcome; several changes may be in one',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const goneKeys = new GoneKeys(dataDir, onAlarm);
  const queue =
    cdn &&
    new PurgeQueue({
      send: (purge) => sendPurge(cdn, purge),
      onSuccess() {
        purges.inc({ outcome: 'done' });
        if (queue?.waiting.length === 0) goneKeys.clear();
      },
      onFailure(reason, first) {
        purges.inc({ outcome: 'failed' });
        log.warn({ reason }, 'a purge failed');
        if (first) onAlarm({ kind: 'purge-failed', subject: cdn.name, message: reason });
      },
    });
  const oldest = () => queue?.waiting[0]?.changedAt ?? null;
  new Gauge({
    name: 'cdn_purge_oldest_seconds',
    help: 'Age of the oldest purge that the CDN has not done; 0 when none waits, or without a CDN',
    registers: [registry],
    collect() {
      const since = oldest();
      this.set(since === null ? 0 : Math.max(0, Date.now() - Date.parse(since)) / 1000);
    },
  });
  if (!queue) return null;

  const site = new SiteKeys(siteUrl);
  queue.add({ ...site.everything(), gone: goneKeys.read() }, ['start']);
  cache.onStale.push((staleTags) => {
    const tags = new Set(staleTags);
    if (tags.size === 0) return;
    const keys = site.forChange(tags);
    goneKeys.add(keys.gone);
    queue.add(keys, [...tags]);
  });

  return {
    status: () => ({ cdn: cdn.name, waiting: queue.waiting.length, oldest: oldest() }),
    findReceipt: ({ type, id, locale }) =>
      queue.findReceipt(site.hashTag(documentTag(type, id, storedLocale(type, locale)))),
    latest: (count) => queue.latest(count),
    up: () => queue.succeeds,
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, lastPurgeTimeoutMs);
      });
      await Promise.race([queue.stop(site.everything(), ['end']), timeout]);
      clearTimeout(timer);
    },
  };
}
