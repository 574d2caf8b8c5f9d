/** Where links of the frame lead: to the site, absolute, and never to a scheme that runs something (R34). */
import { isPagePath, localePath } from '../i18n/locale-path.ts';
import type { Locale } from '../../content/locales.ts';

/** The server writes the site's public origin in its place (`server/assets/built-assets.ts`). */
export const site = 'https://site.invalid';

/** The address of a content link; undefined when it may not be followed. */
export function linkAddress(url: string, locale: Locale): string | undefined {
  const target = isPagePath(url) ? localePath(url, locale) : url;
  const { protocol, href } = URL.canParse(target, site) ? new URL(target, site) : { protocol: '', href: '' };
  return /^(?:https?|mailto|tel):$/.test(protocol) ? href : undefined;
}
