/** Resolves where a redirect leads for a visitor's request: the only place that writes such an address. */
import { isPagePath, localePath } from '../../site/i18n/locale-path.ts';
import type { Locale } from '../../content/locales.ts';
import { encodeLocation } from '../http/own-path.ts';

/**
 * Builds the target in the visitor's language, unless the target names a language or another site. The visitor's query follows the target's
 * own, before its hash.
 */
export function resolveRedirect(to: string, locale: Locale, queryString: string): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(to) ?? [];
  const queries = [encodeLocation(query), queryString.slice(1)].filter(Boolean).join('&');
  return `${encodeLocation(isPagePath(path) ? localePath(path, locale) : path)}${queries && `?${queries}`}${encodeLocation(hash)}`;
}
