/** Keys of the site's messages that header and footer show; the build puts the texts into the file (`tools/bundles/embed-build.ts`). */
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
    /** Omitted for left-to-right languages, to save bytes. */
    direction?: 'rtl';
  };
