/** Files about the release that open pages request (R60, R62): `/_builds/latest.json`, and the manifest of the running build with the route rules. */
import { Hono } from 'hono';
import type { Replica } from '../../content/replica/replica.ts';
import type { RouteRules } from '../../site/browser/navigation/page-addresses.ts';
import { defaultLocale } from '../../content/locales.ts';
import type { SiteRenderer } from './site-pages.ts';

interface BuildManifest {
  id: string;
  timestamp: number;
  /** How often an open page asks for a newer release, in seconds. */
  pollSeconds: number;
  /** By site path without language prefix: the target of a redirect, or that browsers must not preload the page. */
  rules: RouteRules;
}

/** The server answers for the others; browsers load the manifest on every page. */
const mostRedirects = 500;
const pollSeconds = 60;

interface Options {
  buildId: string;
  startedAt: Date;
  replica: Replica;
  renderer: () => Promise<SiteRenderer>;
}

export function createBuildFileRoutes({ buildId, startedAt, replica, renderer }: Options): Hono {
  const app = new Hono();
  const release = { id: buildId, timestamp: startedAt.getTime() };
  app.get('/latest.json', (context) => context.json(release, 200, { 'cache-control': 'no-store' }));
  app.get('/meta/:file', async (context) => {
    if (context.req.param('file') !== `${buildId}.json`)
      return context.json({ error: 'There is no such build.' }, 404, { 'cache-control': 'no-store' });
    const rules: RouteRules = {};
    for (const { pattern, page } of (await renderer()).routes)
      if (!page.cached || page.personal) rules[pattern] = { preload: false };
    for (const { from, to } of replica.reader().list('redirect', defaultLocale, { limit: mostRedirects }))
      rules[from] = { redirect: to };
    const manifest: BuildManifest = { ...release, pollSeconds, rules };
    // Redirects are content and change without a release.
    return context.json(manifest, 200, { 'cache-control': 'public, max-age=60' });
  });
  return app;
}
