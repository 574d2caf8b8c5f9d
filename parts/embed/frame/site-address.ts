/** The addresses of links in header and footer: absolute, resolved against the site, and never with a scheme that runs code (R34). */
import { isPagePath, localePath } from '../../../site/i18n/locale-path.ts';
import type { Locale } from '../../../content/locales.ts';

/** A placeholder, which the server replaces with the site's public origin (`server/assets/built-assets.ts`). */
export const site = 'https://site.invalid';

/** Resolves the address of a content link; undefined when the address is forbidden. */
export function resolveLink(url: string, locale: Locale): string | undefined {
  const target = isPagePath(url) ? localePath(url, locale) : url;
  const { protocol, href } = URL.canParse(target, site) ? new URL(target, site) : { protocol: '', href: '' };
  return /^(?:https?|mailto|tel):$/.test(protocol) ? href : undefined;
}
