/** Decides which links lead to pages that can be swapped in, and builds the address of their payload. */

import { addressLocale, splitLocale } from '../../i18n/locale-path.ts';

/** Route rules of the manifest that `background.ts` loads; until then nothing is preloaded, every page counts as swappable, and the server decides. */
export interface RouteRules {
  [path: string]: { redirect?: string; preload?: false } | undefined;
}

/** The release that the page's scripts share: its route rules, and whether a newer release exists. */
export const release: { rules: RouteRules; newer: boolean } = { rules: {}, newer: false };

const buildId = document.documentElement.dataset['build'];
const nonPage = /^\/(?:api|media|assets|_builds|\.well-known)\/|\.\w+$/;

/**
 * Builds the address of a page's payload. Null for everything that needs a full page load: other sites and languages (R21), files, endpoints,
 * what the route rules exclude, and every page once a newer release exists.
 */
export function buildPayloadAddress({ origin, pathname, search }: URL): string | null {
  // The Spanish redirect leads to `/es/index.html` (R41), which is the page `/es`.
  const page = pathname.replace(/\/(?:index\.html)?$/, '');
  if (origin !== location.origin || nonPage.test(page) || addressLocale(page) !== addressLocale(location.pathname))
    return null;
  if (release.newer || release.rules[splitLocale(page).rest]) return null;
  return `${page}/_payload.json?${buildId || Date.now()}${search.replace('?', '&')}`;
}
