/** Texts of header and footer that are not content. The build takes them from the site's messages (`parts/embed/tools/embed-build.ts`). */
import type { Locale, LocaleRecord } from '../../../content/locales.ts';

export const frameTextKeys = [
  'home',
  'mainMenu',
  'openMenu',
  'languageNow',
  'followUs',
  'paymentMethods',
  'footerMenu',
  'legalMenu',
  'newTab',
  'risk',
] as const;
export type FrameTexts = Record<(typeof frameTextKeys)[number], string> &
  Pick<LocaleRecord, 'name' | 'tag'> & {
    /** Omitted for left-to-right languages, to save bytes. */
    direction?: 'rtl';
  };

declare const __FRAME_TEXTS__: Record<Locale, FrameTexts>;

export function readFrameTexts(locale: Locale): FrameTexts {
  return __FRAME_TEXTS__[locale];
}
