/** What every site has before parts and people: log, metrics, content, and pages. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Alarm } from '../base/alarm.ts';
import type { Cleanup } from '../base/cleanup.ts';
import type { SyncTimes } from '../content/feed/strapi-sync.ts';
import type { Feed } from '../content/wire-document.ts';
import type { DocumentAssets } from '../site/layout/Document.tsx';
import type { RenderSettings } from '../site/render-page.tsx';
import { readBrandFiles } from './assets/brand-files.ts';
import { keepAssets, listKeptFiles } from './assets/former-assets.ts';
import { OtherBuildAssets } from './assets/other-build-assets.ts';
import { PictureSizes } from './assets/picture-sizes.ts';
import type { StaticFile } from './assets/static-files.ts';
import type { Config } from './config.ts';
import { openContentSource } from './content/content-source.ts';
import { type Logger, createLog } from './log.ts';
import { type Metrics, createMetrics } from './metrics.ts';
import { watchDay } from './pages/new-day.ts';
import { PageCache } from './pages/page-cache.ts';
import { SitePages, type SiteRenderer } from './pages/site-pages.ts';
import type { SiteEvents, SiteForParts } from './part.ts';
import { SharePictures } from './pictures/share-pictures.ts';
import { watchDataFolder } from './process/data-folder.ts';
import { findPolicy } from './visitor/country-policy.ts';

export interface SiteOptions {
  config: Config;
  /** Folder of the project. */
  root: string;
  buildId: string;
  assets: Map<string, StaticFile>;
  documentAssets: () => DocumentAssets;
  renderer: () => Promise<SiteRenderer>;
  /** Default: Strapi where it is configured, else the demonstration content. */
  feed?: Feed;
  /** Intervals and timeouts of the sync with Strapi; tests shorten them. */
  syncTimes?: Partial<SyncTimes>;
  /** Renders some pages before the site listens; only for a process that serves visitors. */
  renderFirst?: boolean;
  /** In development every request renders its page again, and Vite serves source files before the site answers. */
  development?: { middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void };
}

/** Also what parts see of the site. */
export interface SiteCore extends Omit<SiteForParts, 'additions'> {
  /** Number of alarms by kind since the start. */
  alarms: ReadonlyMap<Alarm['kind'], number>;
  assets: Map<string, StaticFile>;
  /** Assets of builds that other instances serve. */
  otherBuilds: OtherBuildAssets;
  pictures: PictureSizes;
  sharePictures: SharePictures;
}

type NotKept = ReturnType<typeof countAlarms>['notKept'];

/** Logs and counts alarms. */
function countAlarms(metrics: Metrics, log: Logger) {
  const alarms = new Map<Alarm['kind'], number>();
  const onAlarm = (alarm: Alarm) => {
    alarms.set(alarm.kind, (alarms.get(alarm.kind) ?? 0) + 1);
    metrics.alarms.inc({ kind: alarm.kind });
    log.warn(alarm, 'alarm');
  };
  const notKept = (subject: string, sentence: string) => (error: unknown) =>
    onAlarm({ kind: 'data-dir', subject, message: `${sentence}: ${String(error)}` });
  return { alarms, onAlarm, notKept };
}

/** What every page is rendered with. */
function buildRenderSettings({ config, buildId, documentAssets }: SiteOptions): RenderSettings {
  return {
    origin: config.siteUrl,
    strapiUrl: config.cmsPublicUrl,
    thirdParties: config.thirdParties,
    buildId,
    assets: documentAssets,
    registrationRule: (country: string | null) => findPolicy(country).registration,
  };
}

/** Opens what makes pictures of the content, and those of pages. */
function openPictures({ config, content, events }: Omit<SiteForParts, 'additions'>, notKept: NotKept) {
  const onFile = (address: string, path: string) => events.emit('fileServed', address, path);
  const { dataDir } = config;
  return {
    pictures: new PictureSizes(
      join(dataDir, 'media/sizes'),
      content.replica,
      notKept('media/sizes', 'A form of a picture is not kept'),
      onFile,
    ),
    sharePictures: new SharePictures(
      join(dataDir, 'share-pictures'),
      notKept('share-pictures', 'A picture of a page is not kept'),
      onFile,
    ),
  };
}

export async function openCore(options: SiteOptions, cleanup: Cleanup): Promise<SiteCore> {
  const { config, root, buildId, renderer } = options;
  const development = options.development !== undefined;
  const log = createLog(config.logLevel);
  const cache = new PageCache();
  const metrics = createMetrics(cache);
  const { alarms, onAlarm, notKept } = countAlarms(metrics, log);
  cleanup.add(watchDataFolder(config.dataDir, metrics, onAlarm));
  const events: SiteEvents = new EventEmitter();
  const content = await openContentSource({
    config,
    root,
    cache,
    log,
    onAlarm,
    feed: options.feed,
    times: options.syncTimes,
    onChange: () => events.emit('contentChanged'),
  });
  cleanup.add(content.stop);
  cleanup.add(watchDay(cache));

  const keptAssets = join(config.dataDir, 'assets');
  const assetsNotKept = notKept('assets', 'The assets of this build are not kept for later ones');
  if (!development) keepAssets(keptAssets, buildId, options.assets, Date.now(), assetsNotKept);
  const settings = buildRenderSettings(options);
  const { replica, search } = content;
  const pages = new SitePages({
    replica,
    cache,
    search,
    settings,
    metrics: () => metrics,
    onAlarm,
    uncached: development,
    onAnswer: (address, answer) => events.emit('answered', address, answer),
  });
  const core = {
    config,
    root,
    buildId,
    development,
    builtFiles: () => listKeptFiles(keptAssets, options.assets),
    content,
    cache,
    pages,
    settings,
    renderer,
    events,
    metrics,
    log,
    onAlarm,
  };
  return {
    ...core,
    ...openPictures(core, notKept),
    alarms,
    assets: new Map([...options.assets, ...readBrandFiles(root)]),
    otherBuilds: new OtherBuildAssets(keptAssets),
  };
}
