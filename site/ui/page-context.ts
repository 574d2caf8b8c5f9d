/**
 * What every server-rendered component may ask about its page. React context does not reach into islands: an island gets what it
 * needs as props (docs/decisions/0011-islands.md).
 */
import { createContext, use } from 'react';
import type { Html, Media } from '../../content/model-values.ts';
import type { ThirdParties } from '../consent/consent-registry.ts';
import type { Locale } from '../../content/locales.ts';
import type { Translate } from '../i18n/translate.ts';

export interface PageContextValue {
  locale: Locale;
  /** Site path of this page without language prefix, e.g. `/forex`. */
  path: string;
  t: Translate;
  /** The third parties that this installation may load scripts from, after consent. */
  thirdParties: ThirdParties;
  /** A number in the conventions of the locale. `digits`: fraction digits, 0 to 8, default 0. */
  number: (value: number, digits?: number) => string;
  /** An ISO date or date-time as a long date of the locale. */
  date: (iso: string) => string;
  /** Date and time in UTC, with the zone. */
  moment: (iso: string) => string;
  /** The address of a content link: site paths get the language prefix, everything else is unchanged. */
  href: (url: string) => string;
  /** A site path with the site's public origin in front, for use outside the page. */
  absolute: (url: string) => string;
  /** Sanitised HTML with its site links prefixed for the locale. */
  html: (html: Html) => string;
  /** The address of an image: the site's own copy, else by the rule R32; an empty string when there is none. */
  mediaUrl: (media: Media | null) => string;
  /** True when an editor previews drafts: problems that visitors do not see are then shown. */
  preview: boolean;
}

export const PageContext = createContext<PageContextValue | null>(null);

/** @throws when rendered outside a page: inside an island, for example. */
export function usePageContext(): PageContextValue {
  const value = use(PageContext);
  if (!value) throw new Error('usePageContext was called outside a page. Islands receive what they need as props.');
  return value;
}
