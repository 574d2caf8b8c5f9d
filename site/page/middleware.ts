/**
 * Route middleware by name (R65). A page names what runs before its loader. An unregistered name makes the start fail, because a guard
 * that silently does not run is worse than a site that does not start.
 */
import { type LoaderContext, NotFound, type PageModule } from './page-module.ts';

/** @throws NotFound or MovedTo, which ends the request. */
type Middleware = (context: LoaderContext) => void;

const registry = {
  /** For lists: `?page=` must be a whole number from 1 (at most six digits), or the page does not exist (R04). */
  'page-number': ({ query }) => {
    if (!/^[1-9]\d{0,5}$/.test(query.get('page') ?? '1')) throw new NotFound();
  },
} satisfies Record<string, Middleware>;

export type MiddlewareName = keyof typeof registry;

function findMiddleware(name: string): Middleware {
  const found = Object.hasOwn(registry, name) ? registry[name as MiddlewareName] : undefined;
  if (!found) throw new Error(`Unknown route middleware: ${name}. Known: ${Object.keys(registry).join(', ')}.`);
  return found;
}

/** Checks the names of all middleware once at the start. @throws when a page names a middleware that does not exist. */
export function checkMiddleware(routes: readonly { pattern: string; page: PageModule }[]): void {
  for (const { page } of routes) page.middleware.forEach(findMiddleware);
}

/** Runs the page's middleware in order. @throws NotFound or MovedTo. */
export function runMiddleware(page: PageModule, context: LoaderContext): void {
  for (const name of page.middleware) findMiddleware(name)(context);
}
