/** Opens the source of the content: the demonstration's files, or Strapi, and follows Strapi's changes while the site runs. */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { OnAlarm } from '../../base/alarm.ts';
import { filesFeed } from '../../content/feed/files-feed.ts';
import type { Feed } from '../../content/wire-document.ts';
import { MediaStore, removeTemporaryFiles } from '../../content/feed/media-store.ts';
import { StrapiClient, type StrapiClientOptions } from '../../content/feed/strapi-client.ts';
import { StrapiFeed } from '../../content/feed/strapi-feed.ts';
import {
  type ChangeCause,
  type Hint,
  type SyncStatus,
  type SyncTimes,
  defaultTimes,
} from '../../content/feed/strapi-sync.ts';
import { defaultLocale } from '../../content/locales.ts';
import type { Reader } from '../../content/replica/reader.ts';
import { type Damage, type Replica, openReplica } from '../../content/replica/replica.ts';
import { isFigureSource } from '../../content/replica/searched-texts.ts';
import { type SiteSearch, createSiteSearch } from '../../content/search/site-search.ts';
import { isSearchable } from '../../content/search/text-index.ts';
import { traced } from '../../base/tracing.ts';
import { createFillIn } from '../../site/instruments/fill-in.ts';
import { getInstrumentIndex } from '../../site/instruments/asset-list.ts';
import { listRatePairs } from '../../site/instruments/find-instruments.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { PageCache } from '../pages/page-cache.ts';
import { ContentThread } from './content-thread.ts';
import { logStale } from './stale-pages-log.ts';

export interface ContentSource {
  name: string;
  replica: Replica;
  search: SiteSearch;
  /** Reads everything and marks the pages that show changed content as stale. @returns their cache keys. */
  sync: (confirmShrink?: boolean) => Promise<Set<string>>;
  /** Reads documents or files again soon. Has no effect on local files, which do not change by themselves. */
  hint: (hints: readonly Hint[]) => void;
  /** Null for files, which do not fail over time. */
  status: () => SyncStatus | null;
  /** Reads drafts, for previews; null without Strapi and its token. */
  drafts: StrapiFeed | null;
  stop: () => Promise<void>;
}

interface Options {
  config: Config;
  root: string;
  cache: PageCache;
  log: Logger;
  onAlarm: OnAlarm;
  feed?: Feed | undefined;
  times?: Partial<SyncTimes> | undefined;
  /** Called after each change, once readers see it. */
  onChange: () => void;
}

/** Prepares the list of instruments after a change: with thousands of them, its first visitor would delay all others. */
function* prepareInstruments(read: Reader, changed: ReadonlySet<string>): Generator<void> {
  if (![...changed].some(isFigureSource)) return;
  getInstrumentIndex(read, defaultLocale);
  yield;
  listRatePairs(read);
}

export async function openContentSource(options: Options): Promise<ContentSource> {
  return options.config.strapiUrl && !options.feed ? openStrapi(options) : openFiles(options);
}

async function openFiles({
  config,
  root,
  cache,
  log,
  onAlarm,
  onChange,
  feed = filesFeed(join(root, 'demo')),
}: Options): Promise<ContentSource> {
  const replica = openReplica(join(config.dataDir, 'mirror.sqlite'), onAlarm, onDamage, createFillIn(onAlarm));
  const search = createSiteSearch(replica);
  let syncing: Promise<unknown> = Promise.resolve();
  let stopped = false;
  function onDamage({ changed, lost, emptied }: Damage): void {
    if (stopped) return;
    logStale(log, changed, cache.markStale(changed), 'repair');
    onChange();
    if (lost.length > 0 || emptied) syncing = syncing.then(sync);
  }
  const sync = () => traced('content.sync', { source: feed.name, sync: 'everything' }, readFiles);
  async function readFiles(): Promise<Set<string>> {
    try {
      if (stopped) return new Set();
      // Local files change on purpose; only a remote source can lose documents by accident.
      const snapshot = await feed.snapshot();
      for (const { type, locale, source, message } of snapshot.unread ?? [])
        onAlarm({ kind: 'invalid', subject: `${type}/*.${locale} (${source})`, message });
      const { changed } = replica.apply(snapshot, {
        confirmShrink: feed.name === 'files',
        keep: ({ type, locale }) =>
          Boolean(snapshot.unread?.some((list) => list.type === type && list.locale === locale)),
      });
      const stalePages = cache.markStale(changed);
      logStale(log, changed, stalePages, 'files');
      onChange();
      return stalePages;
    } catch (error) {
      onAlarm({
        kind: 'feed-failed',
        subject: feed.name,
        message: error instanceof Error ? error.message : String(error),
      });
      return new Set();
    }
  }
  // The site of a test starts on a replica of the same files (tests/sites/start-built-site.ts).
  if (process.env['BROKERFRONT_TEST_START'] !== 'prepared' || replica.size() === 0) await sync();
  // A file of an older release lacks texts with figures in the search.
  while (replica.indexFigures());
  // The replica reports damage in the next turn of the event loop: wait for that and for the refill before the site accepts visitors.
  await setImmediate();
  await syncing;
  async function stop(): Promise<void> {
    stopped = true;
    await syncing;
    replica.close();
  }
  return {
    name: feed.name,
    replica,
    search,
    sync,
    hint: () => undefined,
    status: () => null,
    drafts: null,
    stop,
  };
}

async function openStrapi({
  config,
  cache,
  log,
  onAlarm,
  onChange: onShown,
  times = {},
}: Options): Promise<ContentSource> {
  const mediaFolder = join(config.dataDir, 'media');
  const strapi: StrapiClientOptions = {
    url: config.strapiUrl,
    token: config.strapiToken,
    timeout: times.answer ?? defaultTimes.answer,
    files: { ownOrigins: [new URL(config.cmsPublicUrl).origin], hosts: config.mediaHosts },
  };
  // The content thread reads texts with figures, and reports their faults; this thread reports all other faults.
  const onFault: OnAlarm = (alarm) => {
    if (!isSearchable(alarm.subject.split('/', 1)[0] ?? '')) onAlarm(alarm);
  };
  // Another file than the demonstration's, because the replacement of its documents would look like a loss.
  const replica = openReplica(
    join(config.dataDir, 'mirror-strapi.sqlite'),
    onAlarm,
    (damage) => {
      onChange(damage.changed, 'repair');
      thread.onDamage(damage);
    },
    createFillIn(onFault),
  );
  let stalePages = new Set<string>();
  const onChange = (changed: Set<string>, cause: ChangeCause | 'repair') => {
    const marked = cache.markStale(changed);
    logStale(log, changed, marked, cause);
    onShown();
    for (const key of marked) stalePages.add(key);
  };
  void removeTemporaryFiles(mediaFolder);
  const thread = new ContentThread({
    data: { strapi, mediaFolder, times },
    replica,
    prepare: prepareInstruments,
    onChange,
    onAlarm,
  });
  // With a filled replica, the site starts without Strapi; an empty one waits for the first sync, within limits.
  if (replica.size() === 0)
    await Promise.race([
      thread.started,
      new Promise((resolve) => setTimeout(resolve, times.firstStart ?? defaultTimes.firstStart).unref()),
    ]);
  const client = new StrapiClient(strapi);
  return {
    name: 'strapi',
    replica,
    search: createSiteSearch(replica),
    async sync(confirmShrink = false) {
      stalePages = new Set();
      await thread.everything(confirmShrink);
      return stalePages;
    },
    hint: (hints) => thread.hint(hints),
    status: () => thread.status(),
    drafts: config.strapiToken === '' ? null : new StrapiFeed(client, new MediaStore(mediaFolder, client), 'draft'),
    async stop() {
      client.close();
      await thread.stop();
      replica.close();
    },
  };
}
