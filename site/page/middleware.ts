/**
 * Route middleware by name (R65). A page names what runs before its loader; a name that is not registered stops the start, because a
 * guard that silently does not run is worse than a site that does not start.
 */
import { type LoaderContext, type MovedTo, NotFound, type PageModule } from './page-module.ts';

/** Ends the request by returning an answer; returning nothing lets it go on. */
export type Middleware = (context: LoaderContext) => NotFound | MovedTo | undefined;

const registry = {
  /** Lists: `?page=` is a whole number from 1, or the page does not exist (R04). */
  'page-number': ({ query }) => {
    const page = query.get('page');
    return page === null || /^[1-9]\d{0,5}$/.test(page) ? undefined : new NotFound();
  },
} satisfies Record<string, Middleware>;

export type MiddlewareName = keyof typeof registry;

function middlewareNamed(name: string): Middleware {
  const found = Object.hasOwn(registry, name) ? registry[name as MiddlewareName] : undefined;
  if (!found) throw new Error(`Unknown route middleware: ${name}. Known: ${Object.keys(registry).join(', ')}.`);
  return found;
}

/** Run once at start. @throws when a page names a middleware that does not exist. */
export function checkMiddleware(routes: readonly { pattern: string; page: PageModule }[]): void {
  for (const { page } of routes) page.middleware.forEach(middlewareNamed);
}

/** The first answer that a middleware of the page gives, in their order. */
export function runMiddleware(page: PageModule, context: LoaderContext): NotFound | MovedTo | undefined {
  for (const name of page.middleware) {
    const answer = middlewareNamed(name)(context);
    if (answer) return answer;
  }
  return undefined;
}
