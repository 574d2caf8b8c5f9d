import type { Locale } from '../../content/locales.ts';
import type { FrameTexts } from './frame-text-keys.ts';

declare const __FRAME_TEXTS__: Record<Locale, FrameTexts>;

/** What the frame says by itself in each language, in the words of the site. */
export const frameTexts = __FRAME_TEXTS__;
