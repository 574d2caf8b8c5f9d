/** Opens the source of the content: the demonstration's files, or Strapi, whose changes it follows for as long as the site runs. */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { OnAlarm } from '../../content/alarm.ts';
import { filesFeed } from '../../content/feed/files/files-feed.ts';
import type { Feed } from '../../content/feed/feed.ts';
import { MediaStore, removeDrafts } from '../../content/feed/strapi/media-store.ts';
import { StrapiClient } from '../../content/feed/strapi/strapi-client.ts';
import { StrapiFeed } from '../../content/feed/strapi/strapi-feed.ts';
import { type Hint, StrapiSync } from '../../content/feed/strapi/strapi-sync.ts';
import type { ChangeCause } from '../../content/feed/strapi/sync-options.ts';
import type { SyncStatus } from '../../content/feed/strapi/sync-status.ts';
import { type SyncTimes, defaultTimes } from '../../content/feed/strapi/sync-times.ts';
import type { DocumentType } from '../../content/model.ts';
import { type Damage, type Replica, openReplica } from '../../content/replica/replica.ts';
import type { Reader } from '../../content/replica/reader.ts';
import { type SiteSearch, createSiteSearch } from '../../content/search/site-search.ts';
import { traced } from '../../content/tracing.ts';
import { fillIn } from '../../site/instruments/fill-in.ts';
import { warmInstrumentIndex } from '../../site/instruments/asset-list.ts';
import { ratePairs } from '../../site/instruments/find-instruments.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { PageCache } from '../pages/page-cache.ts';
import { tellStale } from './stale-pages-log.ts';

export interface ContentSource {
  name: string;
  replica: Replica;
  /** Updated with every change of the content. */
  search: SiteSearch;
  /** Reads everything and marks the pages that show changed content as stale. @returns their cache keys. */
  sync: (confirmShrink?: boolean) => Promise<Set<string>>;
  /** Reads documents or files again soon. Does nothing with local files: only Strapi changes by itself. */
  hint: (hints: readonly Hint[]) => void;
  /** Many documents of a type will be published in a moment. Does nothing with local files. */
  expect: (type: DocumentType, count: number) => void;
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
}

/** Reading all instruments for the first visitor of their list would hold up everybody else. */
function* warmInstruments(read: Reader, changed: ReadonlySet<string>): Generator<void> {
  if ([...changed].some((tag) => tag.startsWith('doc:instrument:') || tag.startsWith('list:instrument:'))) {
    yield* warmInstrumentIndex(read);
    ratePairs(read);
  }
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
  feed = filesFeed(join(root, 'demo')),
}: Options): Promise<ContentSource> {
  const replica = openReplica(join(config.dataDir, 'mirror.sqlite'), onAlarm, onDamage, fillIn(onAlarm));
  const search = createSiteSearch(replica);
  let syncing: Promise<unknown> = Promise.resolve();
  let stopped = false;
  function onDamage({ changed, lost, emptied }: Damage): void {
    if (stopped) return;
    void search.update();
    tellStale(log, changed, cache.markStale(changed), 'repair');
    if (lost.length > 0 || emptied) syncing = syncing.then(sync);
  }
  const sync = () => traced('content.sync', { source: feed.name, sync: 'everything' }, readFiles);
  async function readFiles(): Promise<Set<string>> {
    try {
      if (stopped) return new Set();
      // Local files are changed on purpose; only a remote source can shrink by accident.
      const snapshot = await feed.snapshot();
      for (const { type, locale, source, message } of snapshot.unread ?? [])
        onAlarm({ kind: 'invalid', subject: `${type}/*.${locale} (${source})`, message });
      const { changed } = replica.apply(snapshot, {
        confirmShrink: feed.name === 'files',
        keep: ({ type, locale }) =>
          Boolean(snapshot.unread?.some((list) => list.type === type && list.locale === locale)),
      });
      const staled = cache.markStale(changed);
      tellStale(log, changed, staled, 'files');
      await search.update();
      return staled;
    } catch (error) {
      onAlarm({
        kind: 'feed-failed',
        subject: feed.name,
        message: error instanceof Error ? error.message : String(error),
      });
      return new Set();
    }
  }
  await sync();
  // The replica reports damage one turn of the event loop later: wait for that and for the refill before the first visitor arrives.
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
    expect: () => undefined,
    status: () => null,
    drafts: null,
    stop,
  };
}

async function openStrapi({ config, cache, log, onAlarm, times }: Options): Promise<ContentSource> {
  // Not the demonstration's file: replacing its documents with real content would look like a loss.
  const replica = openReplica(
    join(config.dataDir, 'mirror-strapi.sqlite'),
    onAlarm,
    ({ changed, lost, emptied }) => {
      onChange(changed, 'repair');
      if (emptied) published.readAgain();
      else if (lost.length > 0) published.hint(lost);
    },
    fillIn(onAlarm),
    { type: 'instrument', read: warmInstruments },
  );
  const search = createSiteSearch(replica);
  const client = new StrapiClient({
    url: config.strapiUrl,
    token: config.strapiToken,
    timeout: times?.answer ?? defaultTimes.answer,
    files: { ownOrigins: [new URL(config.cmsPublicUrl).origin], hosts: config.mediaHosts },
  });
  void removeDrafts(join(config.dataDir, 'media'));
  const media = new MediaStore(join(config.dataDir, 'media'), client);
  let staled = new Set<string>();
  const onChange = (changed: Set<string>, cause: ChangeCause | 'repair') => {
    void search.update();
    const marked = cache.markStale(changed);
    tellStale(log, changed, marked, cause);
    for (const key of marked) staled.add(key);
  };
  const read = new StrapiFeed(client, media, 'published', onAlarm);
  const published = new StrapiSync({
    feed: read,
    replica,
    onAlarm,
    onChange,
    times: times ?? {},
  });
  // The first sync finds damage in the replica; when it fails, `check` looks for it.
  const first = published
    .start()
    .then(() => (published.status().equalAt === null ? replica.check() : undefined))
    .catch((error: unknown) =>
      onAlarm({
        kind: 'replica-broken',
        subject: 'mirror-strapi.sqlite',
        message: error instanceof Error ? error.message : String(error),
      }),
    );
  // A filled replica is good enough to start with, whatever Strapi does; an empty one waits for the first sync, within limits.
  if (replica.size() === 0)
    await Promise.race([
      first,
      new Promise((resolve) => setTimeout(resolve, times?.firstStart ?? defaultTimes.firstStart).unref()),
    ]);
  return {
    name: 'strapi',
    replica,
    search,
    async sync(confirmShrink = false) {
      staled = new Set();
      await published.everything(confirmShrink);
      return staled;
    },
    hint: (hints) => published.hint(hints),
    expect: (type, count) => read.expect(type, count),
    status: () => published.status(),
    drafts: config.strapiToken === '' ? null : new StrapiFeed(client, media, 'draft'),
    async stop() {
      client.close();
      await published.stop();
      replica.close();
    },
  };
}
