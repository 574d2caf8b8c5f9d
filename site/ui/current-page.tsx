/**
 * The context of the page for every server-rendered component. React context does not reach into islands: an island gets what it
 * needs as props (docs/decisions/0011-islands.md).
 */
import { type ReactNode, createContext, use } from 'react';
import { type Locale, defaultLocale } from '../../content/locales.ts';
import type { InterfaceWordSet } from '../../content/model.ts';
import type { Html, Media } from '../../content/model-values.ts';
import type { ThirdParties } from '../consent/consent-registry.ts';
import type { FormState } from '../forms/form-state.ts';
import { readFormats } from '../i18n/formats.ts';
import { isPagePath, localePath } from '../i18n/locale-path.ts';
import { translator } from '../i18n/translate.ts';
import { buildMediaUrl } from './media-url.ts';

export interface PageSettings {
  /** The site's public origin. */
  origin: string;
  strapiUrl: string;
  /** The third parties that this installation may load scripts from, after consent. */
  thirdParties: ThirdParties;
  preview?: unknown;
}

/** Site links of sanitised HTML. The sanitiser double-quotes attribute values, so this pattern finds them all. */
const linkInHtml = / href="(\/[^"]*)"/g;

/** @param path without language prefix, such as `/forex`. */
function createCurrentPage(
  locale: Locale,
  path: string,
  { origin, strapiUrl, thirdParties, preview }: PageSettings,
  { words, formState }: { words: InterfaceWordSet | null; formState: FormState | null },
) {
  const href = (url: string) => (isPagePath(url) ? localePath(url, locale) : url);
  return {
    locale,
    path,
    t: translator(locale, words),
    ...readFormats(locale),
    thirdParties,
    /** What the page shows to one visitor; null in every cached page. */
    formState,
    /** Builds the address of a content link: site paths get the language prefix, everything else is unchanged. */
    href,
    /** Adds the site's public origin to a site path, for use outside the page. */
    absolute: (url: string) => `${origin}${url}`,
    /** Prefixes the site links of sanitised HTML for the locale. */
    html: (html: Html) =>
      locale === defaultLocale ? html : html.replace(linkInHtml, (_, url: string) => ` href="${href(url)}"`),
    /** Finds the address of an image: the site's own copy, else by the rule R32; an empty string when there is none. */
    mediaUrl: (media: Media | null) => media?.local ?? buildMediaUrl(media, strapiUrl),
    /** True when an editor previews drafts: problems that visitors do not see are then shown. */
    preview: preview !== undefined,
  };
}

export type CurrentPage = ReturnType<typeof createCurrentPage>;

const Context = createContext<CurrentPage | null>(null);

export function CurrentPageProvider({
  locale,
  path,
  settings,
  words = null,
  formState = null,
  children,
}: {
  locale: Locale;
  path: string;
  settings: PageSettings;
  words?: InterfaceWordSet | null;
  formState?: FormState | null;
  children: ReactNode;
}) {
  const page = createCurrentPage(locale, path, settings, { words, formState });
  return <Context value={page}>{children}</Context>;
}

/** @throws when rendered outside a page: inside an island, for example. */
export function useCurrentPage(): CurrentPage {
  const page = use(Context);
  if (!page) throw new Error('useCurrentPage was called outside a page. Islands receive what they need as props.');
  return page;
}
