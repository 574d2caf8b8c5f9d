/** The small parts of the content model, which documents and blocks share. */

declare const sanitised: unique symbol;
/** HTML from the sanitiser in `content/parse/markdown.ts`: the only string that a component may insert as markup. */
export type Html = string & { readonly [sanitised]: true };

/** R23. `url` is a site path without language prefix, or an absolute address. */
export interface Link {
  id: string;
  name: string;
  url: string;
  openInNewTab: boolean;
}

export interface Action extends Link {
  style: 'primary' | 'secondary' | 'quiet';
}

/** Sizes in CSS pixels; 0 when unknown. */
export interface Media {
  /** The URL as the content service delivers it; R32 turns it into an absolute address. */
  url: string;
  /** URL of the site's own copy, which needs no request to the content service; null without a copy. */
  local: string | null;
  alt: string;
  width: number;
  height: number;
}

/** A link drawn as an image: a download badge or a social network. */
export interface ImageLink {
  id: string;
  name: string;
  link: string;
  image: Media | null;
}

/** The 16 feature rows of R13, in the order of the specification. */
export const accountFeatureKeys = [
  'minimumDeposit',
  'pammMam',
  'tradesInsurance',
  'negativeBalance',
  'prioritySupport',
  'bonus',
  'dynamicLeverage',
  'spreads',
  'stopOut',
  'mt5Access',
  'marketReviews',
  'oneToOneEducation',
  'demoCoaching',
  'accountRepMeetings',
  'swapFreeDays',
  'availableCurrencies',
] as const;
export type AccountFeatureKey = (typeof accountFeatureKeys)[number];
