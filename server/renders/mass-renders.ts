/** Wires the thread that renders: what it needs of the site, and who decides about it. */
import { join } from 'node:path';
import type { Replica } from '../../content/replica/replica.ts';
import type { RenderSettings } from '../../site/render-page.tsx';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { PageCache } from '../pages/page-cache.ts';
import { Renewals } from '../pages/renewals.ts';
import { RenderThread } from './render-thread.ts';

interface Options {
  /** The built program of the thread. Without it everything is rendered in this one. */
  program: string | undefined;
  /** Folder of the project. */
  root: string;
  settings: RenderSettings;
  replica: Replica;
  cache: PageCache;
  metrics: Metrics;
  log: Logger;
}

export function massRenders({ program, root, settings, replica, cache, metrics, log }: Options): {
  renewals: Renewals | null;
  stop: () => Promise<void>;
} {
  if (!program) return { renewals: null, stop: () => Promise.resolve() };
  const { origin, strapiUrl, thirdParties, buildId } = settings;
  const thread = new RenderThread({
    program,
    dist: join(root, 'dist'),
    settings: { origin, strapiUrl, thirdParties, buildId },
    replica,
    onRendered: (kind, seconds) => metrics.renderSeconds.observe({ kind }, seconds),
    onFault: (error) => log.warn({ error: String(error) }, 'the thread that renders failed'),
  });
  return { renewals: new Renewals(cache, thread), stop: () => thread.stop() };
}
