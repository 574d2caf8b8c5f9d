/** The archive of a running site (docs/compliance.md): the process that writes it, and what feeds it. */
import { Gauge } from 'prom-client';
import type { ConsentDecisionTable } from '../../accounts/database/accounts-tables.ts';
import type { OnAlarm } from '../../base/alarm.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { documentTag } from '../../content/replica/tags.ts';
import type { SiteSearch } from '../../content/search/site-search.ts';
import type { RenderSettings } from '../../site/render-page.tsx';
import type { Config } from '../../server/config.ts';
import type { Metrics } from '../../server/metrics.ts';
import { PageCache } from '../../server/pages/page-cache.ts';
import { type AddressAnswer, SitePages, type SiteRenderer } from '../../server/pages/site-pages.ts';
import { ArchiveProcess } from './archive-process.ts';
import { createLedgerClient } from '../../server/content/ledger-client.ts';
import { LedgerWatch } from './ledger-watch.ts';
import { writeConsent } from './linked-proofs.ts';
import { PageRecorder } from './page-recorder.ts';
import { PageWatch } from './page-watch.ts';
import { ArchiveReader } from './store/archive-reader.ts';
import { type ArchiveDatabase, openArchiveDatabase } from './store/archive-tables.ts';
import type { NewEntry } from './store/archive-writer.ts';
import { recordDailyHead } from './store/daily-heads.ts';

interface Options {
  /** The files of this build that visitors may be given: where their bytes are, by address. */
  assets: ReadonlyMap<string, string>;
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
  /** Records a file that visitors are given. @param path where its bytes are. */
  onFile: (address: string, path: string) => void;
  /** Records a drawing that visitors are given. */
  onDrawing: (address: string, svg: string) => void;
  /** Ties a stored consent to the log. */
  onConsent: (row: ConsentDecisionTable) => void;
  /** Begins to record every address. */
  start: (pages: SitePages) => void;
  /** Opens the archive for questions, or returns the open one. @throws when the database cannot be reached; the next call retries. */
  reader: () => Promise<ArchiveReader>;
  /** For how long the oldest page that was served waits for the archive, in whole seconds. */
  lateSeconds: () => number;
  stop: () => Promise<void>;
}

/** How often each instance checks whether the day's head is recorded. */
const headCheckMs = 10 * 60_000;

export function openSiteArchive(options: Options): SiteArchive {
  const { config, replica, metrics, onAlarm } = options;
  const place = { databaseUrl: config.accounts.databaseUrl, dataDir: config.dataDir };
  const record = (entry: NewEntry) => writer.record(entry);
  const recorder = new PageRecorder({ ...options, record, onDrawing: (address) => watch.enqueueDrawing(address) });
  const watch = new PageWatch({
    ...options,
    recorder,
    onDocuments: (documents) => ledgerWatch?.enqueue(documents),
  });
  const ledgerWatch =
    config.strapiUrl && config.webhookSecret
      ? new LedgerWatch({
          ledger: createLedgerClient(config.strapiUrl, config.webhookSecret),
          record,
          findShowing: ({ type, id, locale }) => recorder.findShowing(new Set([documentTag(type, id, locale)])),
          onAlarm,
        })
      : null;
  const writer = new ArchiveProcess({ place, onAlarm, onNewest: (newest) => recorder.load(newest) });
  new Gauge({
    name: 'archive_late_seconds',
    help: 'For how long the oldest page that was served waits for the archive; 0 when the archive has all.',
    registers: [metrics.registry],
    collect() {
      this.set(writer.lateMs / 1000);
    },
  });
  let database: Promise<ArchiveDatabase> | undefined;
  async function openDatabase(): Promise<ArchiveDatabase> {
    database ??= openArchiveDatabase(place).catch((error: unknown) => {
      database = undefined;
      throw error;
    });
    return database;
  }
  /** Never throws: the writer raises the alarm of a database that cannot be reached, and the next check tries again. */
  const checkHead = () =>
    openDatabase()
      .then((archive) => recordDailyHead(archive, new Date()))
      .catch(() => undefined);
  let headChecks: NodeJS.Timeout | undefined;
  let lastCheck: Promise<void> | undefined;
  return {
    onAnswer: recorder.recordAnswer,
    onFile: recorder.recordFile,
    onDrawing: recorder.recordDrawing,
    start(visitors) {
      for (const [address, path] of options.assets) recorder.recordFile(address, path);
      const uncached = new SitePages({
        ...options,
        cache: new PageCache(),
        metrics: () => metrics,
        uncached: true,
        onAnswer: recorder.recordUncached,
      });
      watch.start({ visitors, uncached });
      ledgerWatch?.enqueue(replica.addresses());
      lastCheck = checkHead();
      headChecks = setInterval(() => {
        lastCheck = checkHead();
      }, headCheckMs).unref();
    },
    reader: async () => new ArchiveReader(await openDatabase()),
    onConsent: (row) => record({ subject: 'consents', at: Date.now(), kind: 'consent', text: writeConsent(row) }),
    lateSeconds: () => Math.floor(writer.lateMs / 1000),
    async stop() {
      clearInterval(headChecks);
      await lastCheck;
      await ledgerWatch?.stop();
      await watch.stop();
      await writer.stop();
      await (await database?.catch(() => undefined))?.db.destroy();
    },
  };
}
