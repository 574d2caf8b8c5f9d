/**
 * Starts a site: content and pages, then its parts (`parts/parts.ts`), what visitors send, and HTTP. Whatever starts registers its end, and a
 * stop runs the ends in the opposite order. Tests start it with their own configuration and content.
 */
import type { AddressInfo } from 'node:net';
import { parts } from '../parts/parts.ts';
import type { Alarm, OnAlarm } from '../base/alarm.ts';
import { Cleanup } from '../base/cleanup.ts';
import type { Replica } from '../content/replica/replica.ts';
import { checkMiddleware } from '../site/page/middleware.ts';
import { createApp } from './app.ts';
import { ConfigError } from './config.ts';
import { createContentControl } from './content/content-control.ts';
import { joinInstances } from './content/instances.ts';
import { Preview } from './content/preview.ts';
import { buildReportingHeaders, buildSecurityHeaders } from './http/security-headers.ts';
import { unpurged } from './http/shared-caching.ts';
import { createHttpServer } from './http-server.ts';
import { openParts } from './open-parts.ts';
import { renderFirst } from './pages/first-renders.ts';
import { LiveAddressChecker } from './pages/live-address.ts';
import type { PageCache } from './pages/page-cache.ts';
import { BrowserReports } from './process/browser-reports.ts';
import { watchDependencies } from './process/dependencies.ts';
import { chooseDescriptorLimits } from './process/descriptor-limits.ts';
import { type SiteOptions, openCore } from './site-core.ts';
import { openVisitorServices } from './visitor-services.ts';
import { findPolicyFault } from './visitor/country-policy.ts';

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
export async function startSite(options: SiteOptions): Promise<RunningSite> {
  const { config, development, renderer } = options;
  checkMiddleware((await renderer()).routes);
  const policyFault = findPolicyFault();
  if (policyFault) throw new ConfigError(policyFault);
  const cleanup = new Cleanup();
  const core = await openCore(options, cleanup);
  const { content, pages, cache, metrics, log, onAlarm, alarms } = core;
  const { replica } = content;

  const live = new LiveAddressChecker({ replica, pages, renderer });
  const readVersion = live.findVersion.bind(live);
  const instances = await joinInstances({ valkeyUrl: config.valkeyUrl, onHint: content.hint, readVersion, onAlarm });
  cleanup.add(instances.close);
  const additions = await openParts(parts, core, config.values, cleanup);
  const visitorServices = await openVisitorServices(core, additions, cleanup);
  watchDependencies(metrics.registry, {
    database: visitorServices.findDatabase,
    valkey: instances.connected,
    feed: content.status,
    others: additions.dependencies ?? [],
  });

  const https = config.siteUrl.startsWith('https:');
  const preview = new Preview({ ...core, secret: config.webhookSecret, secure: https });
  const reports = new BrowserReports({ metrics, log, clientIpHeader: config.clientIpHeader });
  cleanup.add(() => reports.flush());
  const headers = buildSecurityHeaders({
    https,
    imageOrigin: config.cmsPublicUrl && new URL(config.cmsPublicUrl).origin,
    thirdParties: config.thirdParties,
    formTarget: config.accounts.clientPortalUrl && new URL(config.accounts.clientPortalUrl).origin,
    development: development !== undefined,
  });
  const documentHeaders = buildReportingHeaders(config.siteUrl);
  const shared = additions.sharedCaching ?? unpurged;
  let stopping = false;
  const app = createApp({
    ...core,
    ...visitorServices,
    additions,
    preview,
    reports,
    headers,
    documentHeaders,
    shared,
    startedAt: new Date(),
    ready: () => !stopping && replica.size() > 0,
    contentControl: createContentControl({
      ...core,
      secret: config.webhookSecret,
      instances,
      liveAddress: (document) => live.check(document),
      previewed: (cookie) => preview.readTarget(cookie),
      describeLive: additions.describeLive,
    }),
  });
  const { server, end } = createHttpServer({
    app,
    cache,
    headers,
    documentHeaders,
    metrics,
    shared,
    https,
    connections: chooseDescriptorLimits().connections,
    connectionsOfAddress: config.connectionsPerAddress,
    clientIpHeader: config.clientIpHeader,
    ...(development ? { before: development.middleware } : {}),
  });
  if (options.renderFirst && replica.size() > 0) renderFirst(pages, await renderer());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: config.port, host: config.host, backlog }, resolve);
  });
  additions.start?.();
  const { port } = server.address() as AddressInfo;
  log.info({ port, documents: replica.size(), feed: content.name, buildId: options.buildId }, 'listening');

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
      await cleanup.run();
      log.info('stopped');
    },
  };
}
