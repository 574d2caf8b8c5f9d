/**
 * The fixed pages of the site (R01), with their addresses without language prefix. All other pages are documents of type `page` whose address
 * editors choose.
 */

/** The key is the id of the page's document. */
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
