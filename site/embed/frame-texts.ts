/** The site's own words in header and footer, picked from its messages by the build (`scripts/embed-build.ts`). */
import type { Locale } from '../i18n/locales.ts';

export const frameTextKeys = ['home', 'mainMenu', 'openMenu', 'languageNow', 'followUs', 'paymentMethods', 'footerMenu', 'legalMenu', 'newTab', 'risk'] as const;
export type FrameTexts = Record<(typeof frameTextKeys)[number], string>;

declare const __FRAME_TEXTS__: Record<Locale, FrameTexts>;

export function frameTexts(locale: Locale): FrameTexts {
  return __FRAME_TEXTS__[locale];
}
