/**
 * Every address of the site (R01, R02), without language prefix. `site/routes.ts` assigns each one its page module. `linkTo` builds
 * links from these patterns, so a link to an address without a route does not compile.
 */

/** R01: the 36 static pages. The key is the id of the page's document. */
export const staticPaths = {
  home: '/',
  ib: '/ib',
  app: '/app',
  mt5: '/mt5',
  faqs: '/faqs',
  tags: '/tags',
  about: '/about',
  error: '/error',
  forex: '/forex',
  login: '/login',
  crypto: '/crypto',
  stocks: '/stocks',
  'why-us': '/why-us',
  careers: '/careers',
  contact: '/contact',
  indices: '/indices',
  glossary: '/glossary',
  partners: '/partners',
  register: '/register',
  affiliate: '/affiliate',
  webtrader: '/webtrader',
  regulation: '/regulation',
  'cfd-trading': '/cfd-trading',
  commodities: '/commodities',
  'copy-trading': '/copy-trading',
  'old-register': '/old-register',
  'account-types': '/account-types',
  'trading-hours': '/trading-hours',
  'trading-tools': '/trading-tools',
  'cfd-asset-list': '/cfd-asset-list',
  'privacy-policy': '/privacy-policy',
  'trading-basics': '/trading-basics',
  'forgot-password': '/forgot-password',
  'education-center': '/education-center',
  'cookie-disclosure': '/cookie-disclosure',
  'news-center': '/news-center',
} as const;

export type StaticPageId = keyof typeof staticPaths;

/** Static pages that are legal documents; the others are documents of type `page`. */
export const legalPageIds = ['privacy-policy', 'cookie-disclosure'] as const satisfies readonly StaticPageId[];
export type LegalPageId = (typeof legalPageIds)[number];

export type StaticPath = (typeof staticPaths)[StaticPageId];

/** R02 (two patterns for the optional id of `/news-center/news/{id}`), the legal documents that have no address in R01, and the search. */
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

export type RoutePattern = StaticPath | (typeof parameterisedPatterns)[number];

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
