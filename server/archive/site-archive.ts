/** The archive of a running site (docs/compliance.md): its thread, and the watch that feeds it. */
import { Gauge } from 'prom-client';
import type { OnAlarm } from '../../content/alarm.ts';
import type { Replica } from '../../content/replica/replica.ts';
import type { SiteSearch } from '../../content/search/site-search.ts';
import type { RenderSettings } from '../../site/render-page.tsx';
import type { Config } from '../config.ts';
import type { Metrics } from '../metrics.ts';
import { PageCache } from '../pages/page-cache.ts';
import { type AddressAnswer, SitePages, type SiteRenderer } from '../pages/site-pages.ts';
import type { ArchiveEntry } from './store/archive-entry.ts';
import { ArchiveReader } from './store/archive-reader.ts';
import { type ArchiveDatabase, openArchiveDatabase } from './store/archive-tables.ts';
import { ArchiveThread } from './archive-thread.ts';
import { PageWatch } from './page-watch.ts';

interface Parts {
  config: Config;
  replica: Replica;
  cache: PageCache;
  search: SiteSearch;
  settings: RenderSettings;
  renderer: () => Promise<SiteRenderer>;
  metrics: Metrics;
  buildId: string;
  onAlarm: OnAlarm;
}

export interface SiteArchive {
  /** See `SitePages`. */
  onAnswer: (address: string, answer: AddressAnswer) => void;
  /** Begins to look at every address. */
  start: (pages: SitePages) => void;
  /** Opens the archive for questions, or returns the open one. @throws when the database cannot be reached; the next call retries. */
  reader: () => Promise<ArchiveReader>;
  /** Whether what this process served last is among the entries of its subject, and does not wait for the archive. */
  isKept: (subject: string, entries: readonly ArchiveEntry[]) => boolean;
  stop: () => Promise<void>;
}

export function openSiteArchive(parts: Parts): SiteArchive {
  const { config, metrics, onAlarm } = parts;
  const place = { databaseUrl: config.accounts.databaseUrl, dataDir: config.dataDir };
  const watch = new PageWatch({ ...parts, keep: (entry) => thread.keep(entry) });
  const thread = new ArchiveThread({ place, onAlarm, onNewest: (newest) => watch.load(newest) });
  new Gauge({
    name: 'archive_late_seconds',
    help: 'For how long the oldest page that was served waits for the archive; 0 when the archive has all.',
    registers: [metrics.registry],
    collect() {
      this.set(thread.lateMs / 1000);
    },
  });
  let database: Promise<ArchiveDatabase> | undefined;
  return {
    onAnswer: watch.note,
    start(visitors) {
      const uncached = new SitePages({
        ...parts,
        cache: new PageCache(),
        metrics: () => metrics,
        uncached: true,
        onAnswer: watch.noteUncached,
      });
      watch.start({ visitors, uncached });
    },
    async reader() {
      database ??= openArchiveDatabase(place).catch((error: unknown) => {
        database = undefined;
        throw error;
      });
      return new ArchiveReader(await database);
    },
    isKept: watch.isKept,
    async stop() {
      await watch.stop();
      await thread.stop();
      await (await database?.catch(() => undefined))?.db.destroy();
    },
  };
}
