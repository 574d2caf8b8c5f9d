/**
 * Every address of the site (R01, R02), without language prefix. `site/routes.ts` assigns each one its page module. `linkTo` builds
 * links from these patterns, so a link to an address without a route does not compile.
 */
import type { StaticPath } from '../content/static-paths.ts';

/** R02 (two patterns for the optional id of `/news-center/news/{id}`), the legal documents that have no address in R01, the search, and the page that tells our pages from others. */
export const parameterisedPatterns = [
  '/news/:slug',
  '/job-post/:slug',
  '/education/:slug',
  '/news-tags/:slug',
  '/news-category/:slug',
  '/education-tags/:slug',
  '/education-authors/:slug',
  '/education-category/:slug',
  '/news-center/news',
  '/news-center/news/:id',
  '/cfd-asset-list/:symbol',
  '/glossary/:slug',
  '/legal/:slug',
  '/search',
] as const;

/** Pages whose address editors choose: `/summer`, `/campaign/summer`. Every other pattern comes before them. */
export const chosenPatterns = ['/:slug', '/:parent/:slug'] as const;

export type RoutePattern = StaticPath | (typeof parameterisedPatterns)[number] | (typeof chosenPatterns)[number];

type ParamNames<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never;

type RouteParams<Pattern extends string> = { [Name in ParamNames<Pattern>]: string };

/** The site path of a route, without language prefix: `linkTo('/news/:slug', { slug })`. */
export function linkTo<Pattern extends RoutePattern>(
  pattern: Pattern,
  ...[params]: ParamNames<Pattern> extends never ? [] : [RouteParams<Pattern>]
): string {
  const values: Record<string, string> = params ?? {};
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
