/** Wires all parts of the site, listens, and stops them again. Tests start it with their own configuration and content. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Alarm, OnAlarm } from '../base/alarm.ts';
import type { Feed } from '../content/wire-document.ts';
import type { SyncTimes } from '../content/feed/strapi-sync.ts';
import type { Replica } from '../content/replica/replica.ts';
import type { DocumentAssets } from '../site/layout/Document.tsx';
import { checkMiddleware } from '../site/page/middleware.ts';
import { createApp } from './app.ts';
import { createLedgerClient } from './archive/ledger-client.ts';
import { openSiteArchive } from './archive/site-archive.ts';
import { BrowserReports } from './process/browser-reports.ts';
import { type Config, ConfigError } from './config.ts';
import { createSharedCaching } from './cdn/cdn-caching.ts';
import { openCdn } from './cdn/cdn.ts';
import { openConsentProof } from './visitor/consent-proof.ts';
import { createCountryLookup, createFindCountry } from './visitor/country-lookup.ts';
import { findPolicy, findPolicyFault } from './visitor/country-policy.ts';
import { createContentControl } from './content/content-control.ts';
import { openContentSource } from './content/content-source.ts';
import { type LegalTextKeeper, openLegalTextKeeper } from './visitor/legal-texts.ts';
import { chooseDescriptorLimits } from './process/descriptor-limits.ts';
import { watchDataFolder } from './process/data-folder.ts';
import { PersonalPages } from './forms/personal-pages.ts';
import { OtherBuildAssets } from './assets/other-build-assets.ts';
import { keepAssets, listKeptFiles } from './assets/former-assets.ts';
import { createHttpServer } from './http-server.ts';
import { IncomingFiles } from './forms/form-body.ts';
import { joinInstances } from './content/instances.ts';
import { linkAccountsDatabase, openSiteAccounts } from './forms/site-accounts.ts';
import { LiveAddresses } from './pages/live-address.ts';
import { createLog } from './log.ts';
import { watchDependencies } from './process/dependencies.ts';
import { createMetrics } from './metrics.ts';
import { watchDay } from './pages/new-day.ts';
import { PageCache } from './pages/page-cache.ts';
import { renderFirst } from './pages/first-renders.ts';
import { PictureSizes } from './assets/picture-sizes.ts';
import { SharePictures } from './pictures/share-pictures.ts';
import { DayView } from './day-view/day-view.ts';
import { Preview } from './content/preview.ts';
import { buildReportingHeaders, buildSecurityHeaders } from './http/security-headers.ts';
import { SitePages, type SiteRenderer } from './pages/site-pages.ts';
import type { StaticFile } from './assets/static-files.ts';
import { readBrandFiles } from './assets/brand-files.ts';

interface Options {
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

/** A running site, for the code that started it. */
export interface RunningSite {
  url: string;
  replica: Replica;
  cache: PageCache;
  /** Number of alarms by kind since the start. */
  alarms: ReadonlyMap<Alarm['kind'], number>;
  /** Logs and counts an alarm that other code raises, such as an uncaught error. */
  onAlarm: OnAlarm;
  /** Reads the feed and marks the pages that show changed content as stale. @returns their cache keys. */
  sync: (confirmShrink?: boolean) => Promise<Set<string>>;
  /** @param how.drain true gives a load balancer time to notice the shutdown: see `DRAIN_SECONDS`. */
  stop: (how?: { drain?: boolean }) => Promise<void>;
}

/** Connections that the system keeps until this process takes them: a flood may come between two turns of the event loop. */
const backlog = 4096;

/** Resolves once the site listens. @throws the system's error when it cannot listen at the host and port; ConfigError for a fault in the table of countries. */
export async function startSite(options: Options): Promise<RunningSite> {
  const { config, root, development } = options;
  checkMiddleware((await options.renderer()).routes);
  const policyFault = findPolicyFault();
  if (policyFault) throw new ConfigError(policyFault);
  const log = createLog(config.logLevel);
  const alarms = new Map<Alarm['kind'], number>();
  const cache = new PageCache();
  const metrics = createMetrics(cache);
  const onAlarm = (alarm: Alarm) => {
    alarms.set(alarm.kind, (alarms.get(alarm.kind) ?? 0) + 1);
    metrics.alarms.inc({ kind: alarm.kind });
    log.warn(alarm, 'alarm');
  };
  const notKept = (subject: string, sentence: string) => (error: unknown) =>
    onAlarm({ kind: 'data-dir', subject, message: `${sentence}: ${String(error)}` });
  const unwatchDataFolder = watchDataFolder(config.dataDir, metrics, onAlarm);
  let legalTexts: LegalTextKeeper | null = null;
  const content = await openContentSource({
    config,
    root,
    cache,
    log,
    onAlarm,
    feed: options.feed,
    times: options.syncTimes,
    onChange: () => legalTexts?.look(),
  });
  const { replica, search } = content;

  const secure = config.siteUrl.startsWith('https:');
  const headers = buildSecurityHeaders({
    https: secure,
    imageOrigin: config.cmsPublicUrl && new URL(config.cmsPublicUrl).origin,
    thirdParties: config.thirdParties,
    formTarget: config.accounts.clientPortalUrl && new URL(config.accounts.clientPortalUrl).origin,
    development: development !== undefined,
  });
  const documentHeaders = buildReportingHeaders(config.siteUrl);
  const reports = new BrowserReports({ metrics, log, clientIpHeader: config.clientIpHeader });
  const keptAssets = join(config.dataDir, 'assets');
  if (!development)
    keepAssets(
      keptAssets,
      options.buildId,
      options.assets,
      Date.now(),
      notKept('assets', 'The assets of this build are not kept for later ones'),
    );
  const assets = new Map([...options.assets, ...readBrandFiles(root)]);
  const settings = {
    origin: config.siteUrl,
    strapiUrl: config.cmsPublicUrl,
    thirdParties: config.thirdParties,
    buildId: options.buildId,
    assets: options.documentAssets,
    registrationRule: (country: string | null) => findPolicy(country).registration,
  };
  const archive =
    config.archive && !development
      ? openSiteArchive({
          assets: listKeptFiles(keptAssets, options.assets),
          config,
          replica,
          cache,
          search,
          settings,
          renderer: options.renderer,
          metrics,
          buildId: options.buildId,
          onAlarm,
        })
      : null;
  const pages = new SitePages({
    replica,
    cache,
    search,
    settings,
    metrics: () => metrics,
    onAlarm,
    uncached: development !== undefined,
    ...(archive && { onAnswer: archive.onAnswer }),
  });
  const live = new LiveAddresses({ replica, pages, renderer: options.renderer });
  const instances = await joinInstances({
    valkeyUrl: config.valkeyUrl,
    onHint: content.hint,
    readVersion: (document) => live.findVersion(document),
    onAlarm,
  });
  const shared = createSharedCaching(config.cdn, config.siteUrl);
  const cdn = openCdn({ config, cache, registry: metrics.registry, log, onAlarm });
  const preview = new Preview({
    secret: config.webhookSecret,
    content,
    settings,
    renderer: options.renderer,
    pages,
    cache,
    secure,
  });
  const dayView = new DayView({
    secret: config.webhookSecret,
    content,
    settings,
    renderer: options.renderer,
    archive,
    ledger: config.strapiUrl ? createLedgerClient(config.strapiUrl, config.webhookSecret) : null,
    secure,
  });
  const control = createContentControl({
    secret: config.webhookSecret,
    content,
    instances,
    liveAddress: (document) => live.check(document),
    previewed: (cookie) => preview.readTarget(cookie),
    cache,
    cdn,
    log,
  });
  const accountsDatabase = linkAccountsDatabase(config);
  legalTexts = openLegalTextKeeper(replica, accountsDatabase.connect, log);
  const consent = openConsentProof(config, accountsDatabase.connect, log, archive?.onConsent);
  const accounts = await openSiteAccounts({ config, root, connect: accountsDatabase.connect, replica, metrics, log });
  watchDependencies(metrics.registry, {
    database: () => accounts.current()?.database ?? null,
    valkey: instances.connected,
    feed: content.status,
    cdn: () => cdn?.up() ?? null,
  });
  const limits = chooseDescriptorLimits();
  const findCountry = createFindCountry(
    config,
    createCountryLookup({ geoUrl: config.geoUrl, localCountry: config.geoLocalCountry, log }),
  );
  const personalPages = new PersonalPages({
    config,
    findCountry,
    registrationRule: settings.registrationRule,
    replica,
    search,
    pages,
    services: accounts.current,
    incoming: new IncomingFiles(accounts.incoming, limits.files),
    log,
    onSubmission: (page, status) => metrics.submissions.inc({ page, status: String(status) }),
  });
  const unwatchDay = watchDay(cache);
  let stopping = false;
  const app = createApp({
    config,
    replica,
    search,
    pages,
    personalPages,
    findCountry,
    assets,
    otherBuilds: new OtherBuildAssets(keptAssets),
    headers,
    documentHeaders,
    reports,
    metrics,
    log,
    renderer: options.renderer,
    startedAt: new Date(),
    buildId: options.buildId,
    consent,
    ready: () => !stopping && replica.size() > 0,
    contentControl: control,
    preview,
    dayView,
    shared,
    archive,
    pictures: new PictureSizes(
      join(config.dataDir, 'media/sizes'),
      replica,
      notKept('media/sizes', 'A form of a picture is not kept'),
      archive?.onFile,
    ),
    sharePictures: new SharePictures(
      join(config.dataDir, 'share-pictures'),
      notKept('share-pictures', 'A picture of a page is not kept'),
      archive?.onFile,
    ),
  });
  const { server, end } = createHttpServer({
    app,
    cache,
    headers,
    documentHeaders,
    metrics,
    shared,
    https: secure,
    connections: limits.connections,
    connectionsOfAddress: config.connectionsPerAddress,
    clientIpHeader: config.clientIpHeader,
    ...(development ? { before: development.middleware } : {}),
  });
  if (options.renderFirst && replica.size() > 0) renderFirst(pages, await options.renderer());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: config.port, host: config.host, backlog }, resolve);
  });
  archive?.start(pages);
  const { port } = server.address() as AddressInfo;
  log.info(
    {
      port,
      documents: replica.size(),
      feed: content.name,
      buildId: options.buildId,
    },
    'listening',
  );

  return {
    url: `http://localhost:${port}`,
    replica,
    cache,
    alarms,
    onAlarm,
    sync: content.sync,
    async stop({ drain = false } = {}) {
      if (stopping) return;
      stopping = true;
      log.info('stopping');
      await end(drain ? config.drainSeconds : 0);
      reports.flush();
      unwatchDataFolder();
      unwatchDay();
      await consent.close();
      await archive?.stop();
      await legalTexts.close();
      await accounts.close();
      await accountsDatabase.close();
      await cdn?.stop();
      instances.close();
      await content.stop();
      log.info('stopped');
    },
  };
}
