/** Creates the page context of one render. */
import type { Html } from '../../content/model-values.ts';
import type { ThirdParties } from '../consent/consent-registry.ts';
import { formatsOf } from '../i18n/formats.ts';
import { isPagePath, localePath } from '../i18n/locale-path.ts';
import { type Locale, defaultLocale } from '../../content/locales.ts';
import { translator } from '../i18n/translate.ts';
import { mediaUrl } from '../ui/media/media-url.ts';
import type { PageContextValue } from '../ui/page-context.ts';

/** Site links of sanitised HTML. The sanitiser double-quotes attribute values, so this pattern finds them all. */
const linkInHtml = / href="(\/[^"]*)"/g;

/** The render settings that a page context needs. */
export interface PageSettings {
  origin: string;
  strapiUrl: string;
  thirdParties: ThirdParties;
  preview?: unknown;
}

export function createPageContext(
  locale: Locale,
  path: string,
  { origin, strapiUrl, thirdParties, preview }: PageSettings,
): PageContextValue {
  const href = (url: string) => (isPagePath(url) ? localePath(url, locale) : url);
  return {
    locale,
    path,
    t: translator(locale),
    thirdParties,
    ...formatsOf(locale),
    href,
    absolute: (url) => `${origin}${url}`,
    html: (html: Html) =>
      locale === defaultLocale ? html : html.replace(linkInHtml, (_, url: string) => ` href="${href(url)}"`),
    mediaUrl: (media) => media?.local ?? mediaUrl(media, strapiUrl),
    preview: preview !== undefined,
  };
}
