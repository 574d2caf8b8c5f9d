/**
 * What every server-rendered component may ask about the page it stands on. It is React context and therefore ends where an
 * island begins: an island gets what it needs as props (docs/decisions/0011-islands.md).
 */
import { createContext, use } from 'react';
import type { Html, Media } from '../../content/model.ts';
import type { ThirdParties } from '../consent/consent-registry.ts';
import type { Locale } from '../../content/locales.ts';
import type { Translate } from '../i18n/translate.ts';

export interface PageContextValue {
  locale: Locale;
  /** Site path of this page without language prefix, e.g. `/forex`. */
  path: string;
  t: Translate;
  /** Companies that this installation may load something from, after consent. */
  thirdParties: ThirdParties;
  /** A number in the conventions of the locale. */
  number: (value: number, digits?: number) => string;
  /** An ISO date or date-time as a long date of the locale. */
  date: (iso: string) => string;
  moment: (iso: string) => string;
  /** The address of a content link: site paths get the language prefix, everything else stays. */
  href: (url: string) => string;
  /** A site address with the site's public origin, for what leaves the page. */
  absolute: (url: string) => string;
  /** Sanitised HTML with its site links prefixed for the locale. */
  html: (html: Html) => string;
  /** The address of an image: the site's own copy, else by the rule R32; an empty string when there is none. */
  mediaUrl: (media: Media | null) => string;
  /** True when an editor looks at drafts: what visitors are spared is said. */
  preview: boolean;
}

export const PageContext = createContext<PageContextValue | null>(null);

/** @throws when rendered outside a page: inside an island, for example. */
export function usePageContext(): PageContextValue {
  const value = use(PageContext);
  if (!value) throw new Error('usePageContext was called outside a page. Islands receive what they need as props.');
  return value;
}
