/** Which links lead to pages that can be swapped in, and where the payload of such a page is. */

import { addressLocale, splitLocale } from '../../i18n/locale-path.ts';

/** Facts of the manifest that `background.ts` loads; until then every page counts as swappable and the server decides. */
export interface RouteRules {
  [path: string]: { redirect?: string; preload?: false } | undefined;
}

/** Shared by the scripts of a page: what is known of the release that it belongs to. */
export const release: { rules: RouteRules; newer: boolean } = { rules: {}, newer: false };

const buildId = document.documentElement.dataset['build'];
const notPages = /^\/(?:api|media|assets|_builds|\.well-known)\/|\.\w+$/;

/** Null for everything that is a full load: other sites and languages (R21), files, endpoints, and what the route rules exclude. */
export function payloadAddress({ origin, pathname, search }: URL): string | null {
  // The Spanish redirect leads to `/es/index.html` (R41), which is `/es`.
  const page = pathname.replace(/\/(?:index\.html)?$/, '');
  if (origin !== location.origin || notPages.test(page) || addressLocale(page) !== addressLocale(location.pathname))
    return null;
  if (release.newer || release.rules[splitLocale(page).rest]) return null;
  return `${page}/_payload.json?${buildId || Date.now()}${search.replace('?', '&')}`;
}
