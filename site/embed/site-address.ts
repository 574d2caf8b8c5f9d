/** Where links and pictures of the frame lead: to the site, absolute, and never to a scheme that runs something (R34). */
import { isPagePath, localePath } from '../i18n/locale-path.ts';
import type { Locale } from '../i18n/locales.ts';

/** The server writes the site's public origin in its place (`server/built-assets.ts`). */
export const site = 'https://site.invalid';

function parsed(url: string): URL | null {
  try {
    return new URL(url, site);
  } catch {
    return null;
  }
}

/** The address of a content link; null when it may not be followed. */
export function linkAddress(url: string, locale: Locale): string | null {
  const address = parsed(isPagePath(url) ? localePath(url, locale) : url);
  return address && /^(?:https?|mailto|tel):$/.test(address.protocol) ? address.href : null;
}

export function imageAddress(url: string): string | null {
  const address = parsed(url)?.href;
  return address && /^(?:https?:|data:image\/(?:gif|png|jpeg|webp);)/.test(address) ? address : null;
}
