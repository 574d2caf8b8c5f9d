/** The archive of a running site (docs/compliance.md): the process that writes it, and the watch that feeds it. */
import { Gauge } from 'prom-client';
import type { ConsentDecisionTable } from '../../accounts/database/accounts-tables.ts';
import type { OnAlarm } from '../../base/alarm.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { documentTag } from '../../content/replica/tags.ts';
import type { SiteSearch } from '../../content/search/site-search.ts';
import type { RenderSettings } from '../../site/render-page.tsx';
import type { Config } from '../config.ts';
import type { Metrics } from '../metrics.ts';
import { PageCache } from '../pages/page-cache.ts';
import { type AddressAnswer, SitePages, type SiteRenderer } from '../pages/site-pages.ts';
import { ArchiveReader } from './store/archive-reader.ts';
import { type ArchiveDatabase, openArchiveDatabase } from './store/archive-tables.ts';
import { ArchiveProcess } from './archive-process.ts';
import { readVisibleText, showDifference } from './changed-words.ts';
import { HeadSeals } from './head-seals.ts';
import { writeConsent } from './linked-proofs.ts';
import { createLedgerClient } from '../content/ledger-client.ts';
import { LedgerWatch } from './ledger-watch.ts';
import { PageWatch } from './page-watch.ts';
import { ServedWatch } from './served-watch.ts';
import type { NewEntry } from './store/archive-writer.ts';

interface Parts {
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
  /** Keeps a file that visitors are given. @param path where its bytes are. */
  onFile: (address: string, path: string) => void;
  /** Keeps a drawing that visitors are given. */
  onDrawing: (address: string, svg: string) => void;
  /** Ties a stored consent to the log. */
  onConsent: (row: ConsentDecisionTable) => void;
  /** Begins to look at every address. */
  start: (pages: SitePages) => void;
  /** Opens the archive for questions, or returns the open one. @throws when the database cannot be reached; the next call retries. */
  reader: () => Promise<ArchiveReader>;
  /** For how long the oldest page that was served waits for the archive, in whole seconds. */
  lateSeconds: () => number;
  stop: () => Promise<void>;
}

/** Versions of an address that caches may still have. */
const latelyVersions = 5;

export function openSiteArchive(parts: Parts): SiteArchive {
  const { config, replica, metrics, onAlarm } = parts;
  const place = { databaseUrl: config.accounts.databaseUrl, dataDir: config.dataDir };
  const keep = (entry: NewEntry) => writer.keep(entry);
  const watch = new PageWatch({
    ...parts,
    keep,
    onDocuments: (documents) => ledgerWatch?.look(documents),
    onUnexplained: (address, html) => void reportUnexplained(address, html),
  });
  const ledgerWatch =
    config.strapiUrl && config.webhookSecret
      ? new LedgerWatch({
          ledger: createLedgerClient(config.strapiUrl, config.webhookSecret),
          keep,
          findShowing: ({ type, id, locale }) => watch.findShowing(new Set([documentTag(type, id, locale)])),
          onAlarm,
        })
      : null;
  const servedWatch = new ServedWatch({
    origin: config.siteUrl,
    listPages: watch.listVisited,
    hashOf: watch.hashOf,
    readLately,
    onAlarm,
  });
  const writer = new ArchiveProcess({ place, onAlarm, onNewest: (newest) => watch.load(newest) });
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
  const openReader = async () => new ArchiveReader(await openDatabase());
  const seals = new HeadSeals({
    open: openDatabase,
    folder: '',
    authority: '',
    onAlarm,
  });
  async function readLately(address: string): Promise<string[]> {
    const reader = await openReader();
    const pages = (await reader.listChanges(address, latelyVersions)).filter(({ kind }) => kind === 'page');
    const texts = await Promise.all(pages.map((entry) => reader.readText(entry)));
    return texts.flatMap(({ text }) => text ?? []);
  }
  async function reportUnexplained(address: string, html: string): Promise<void> {
    const lately = await readLately(address).catch(() => []);
    const before = lately.findLast((text) => text !== html) ?? '';
    onAlarm({
      kind: 'not-approved',
      subject: address,
      message: `it changed although none of its content did: ${showDifference(readVisibleText(before), readVisibleText(html))}`,
    });
  }
  return {
    onAnswer: watch.note,
    onFile: watch.noteFile,
    onDrawing: watch.noteDrawing,
    start(visitors) {
      for (const [address, path] of parts.assets) watch.noteFile(address, path);
      const uncached = new SitePages({
        ...parts,
        cache: new PageCache(),
        metrics: () => metrics,
        uncached: true,
        onAnswer: watch.noteUncached,
      });
      watch.start({ visitors, uncached });
      servedWatch.start();
      ledgerWatch?.look(replica.addresses());
      seals.start();
    },
    reader: openReader,
    onConsent: (row) => keep({ subject: 'consents', at: Date.now(), kind: 'consent', text: writeConsent(row) }),
    lateSeconds: () => Math.floor(writer.lateMs / 1000),
    async stop() {
      seals.stop();
      await ledgerWatch?.stop();
      await servedWatch.stop();
      await watch.stop();
      await writer.stop();
      await (await database?.catch(() => undefined))?.db.destroy();
    },
  };
}
