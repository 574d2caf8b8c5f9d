import type { Locale } from '../../content/locales.ts';
import type { FrameTexts } from './frame-text-keys.ts';

declare const __FRAME_TEXTS__: Record<Locale, FrameTexts>;

/** Texts of header and footer that are not content, in each language, from the site's messages; the build puts them in. */
export const frameTexts = __FRAME_TEXTS__;
