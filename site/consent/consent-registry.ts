/**
 * Lists everything that needs consent (R43): categories, their services, and every cookie that the site can set. This list is the only source for the consent
 * bar, the services, the table of the cookie page and the test that compares that table with a real browser.
 */

export const consentCategories = ['necessary', 'analytics', 'ads'] as const;
export type ConsentCategory = (typeof consentCategories)[number];

/** Services that can be chosen one by one inside a category. */
export const consentServices = {
  necessary: [],
  analytics: ['webAnalytics', 'videoEmbed'],
  ads: [],
} as const satisfies Record<ConsentCategory, readonly string[]>;
type ConsentService = (typeof consentServices)[ConsentCategory][number];

interface CookieEntry {
  /** Key of its texts in the messages, below `consent.cookies`. */
  key:
    | 'consent'
    | 'language'
    | 'notice'
    | 'session'
    | 'device'
    | 'link'
    | 'registration'
    | 'referral'
    | 'analyticsVisitor'
    | 'analyticsDay'
    | 'videoConsent'
    | 'videoOwn';
  /** The names in the table; a `*` matches any ending. Empty when another company chooses the names: the table then shows a text. */
  names: readonly string[];
  category: ConsentCategory;
  service?: ConsentService;
  setBy: 'site' | 'Google Analytics' | 'YouTube';
}

export const cookieEntries: readonly CookieEntry[] = [
  { key: 'consent', names: ['cc_cookie'], category: 'necessary', setBy: 'site' },
  { key: 'language', names: ['locale'], category: 'necessary', setBy: 'site' },
  { key: 'notice', names: ['accepted'], category: 'necessary', setBy: 'site' },
  { key: 'session', names: ['__Host-session', 'signed-in'], category: 'necessary', setBy: 'site' },
  { key: 'device', names: ['__Host-device'], category: 'necessary', setBy: 'site' },
  { key: 'registration', names: ['__Host-registration'], category: 'necessary', setBy: 'site' },
  { key: 'link', names: ['__Host-link'], category: 'necessary', setBy: 'site' },
  { key: 'referral', names: ['referral'], category: 'necessary', setBy: 'site' },
  {
    key: 'analyticsVisitor',
    names: ['_ga', '_ga_*'],
    category: 'analytics',
    service: 'webAnalytics',
    setBy: 'Google Analytics',
  },
  { key: 'analyticsDay', names: ['_gid'], category: 'analytics', service: 'webAnalytics', setBy: 'Google Analytics' },
  { key: 'videoConsent', names: ['im_youtube'], category: 'analytics', service: 'videoEmbed', setBy: 'site' },
  { key: 'videoOwn', names: [], category: 'analytics', service: 'videoEmbed', setBy: 'YouTube' },
];

/** A script of an advertising partner, registered in the configuration (`AD_TAGS`); it runs only after consent to `ads`. */
export interface AdTag {
  name: string;
  src: string;
  /** The cookies that it sets on this site: listed on the cookie page, deleted when consent is withdrawn. */
  cookies: string[];
}

/** The third parties of this installation, and where consent is stored; without an id and tags, no analytics or ad script is ever loaded. */
export interface ThirdParties {
  /** GA4 measurement id, or an empty string. */
  analyticsId: string;
  adTags: AdTag[];
  /** Where the browser keeps the record of consent. */
  consentStorage: ConsentStorage;
}

export const consentStorages = ['cookie', 'localStorage'] as const;
type ConsentStorage = (typeof consentStorages)[number];

export const noThirdParties: ThirdParties = { analyticsId: '', adTags: [], consentStorage: 'cookie' };
