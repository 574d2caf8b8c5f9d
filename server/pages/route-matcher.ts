/** Matches paths to the site's routes with Hono's router. */
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import type { Route } from '../../site/routes.ts';

export interface MatchedRoute {
  route: Route;
  params: Record<string, string>;
}

/** Creates the matcher. @returns a function from a site path (decoded, without language prefix) to its route. */
export function createRouteMatcher(routes: readonly Route[]): (path: string) => MatchedRoute | null {
  const router = new SmartRouter<Route>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const route of routes) router.add('GET', route.pattern, route);
  return (path) => {
    const [handlers, stash] = router.match('GET', path);
    const [first] = handlers;
    if (!first) return null;
    const [route, captures] = first;
    // The router returns positions in a stash of captures, or the values themselves.
    const params = Object.fromEntries(
      Object.entries(captures).map(([name, value]) => [name, stash ? String(stash[value as number]) : String(value)]),
    );
    return { route, params };
  };
}
