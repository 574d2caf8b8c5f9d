/** The messages of the site that the frame says by itself; the build puts them into it (`scripts/embed-build.ts`). */
import type { LocaleRecord } from '../../content/locales.ts';

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
    /** Left out for left to right, which then costs nothing. */
    direction?: 'rtl';
  };
