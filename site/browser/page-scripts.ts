/** Sets up what a page does not need in its first second: islands, swaps, preloading, forms, pictures. `load-page-scripts.ts` loads it. */
import { setUpCookieSettings } from './consent/cookie-settings.ts';
import { setUpEnhancements } from './enhancements.ts';
import { setUpThemeChoice } from './theme-choice.ts';
import { setUpForms } from './forms/set-up-forms.ts';
import { setUpSearchFields } from './forms/search-fields.ts';
import { defineIslands } from './loading/island-element.ts';
import { loadChunk } from './loading/load-chunk.ts';
import { loadSiteStyles } from './loading/stylesheet.ts';
import { inPreviewFrame } from './overlays/modal-turn.ts';
import { startNavigator } from './navigation/navigator.ts';
import { setUpHeaderLinks } from './navigation/header-links.ts';
import { setUpTargets } from './navigation/open-target.ts';
import { watchScriptErrors } from './script-errors.ts';
import { whenLoadedAndIdle } from './when-idle.ts';

export function setUpPage(): void {
  watchScriptErrors();
  defineIslands();
  setUpEnhancements();
  setUpThemeChoice();
  startNavigator();
  setUpTargets();
  setUpHeaderLinks();
  setUpForms();
  setUpSearchFields();
  setUpCookieSettings();
  if (inPreviewFrame())
    void loadChunk(() => import('./preview-frame.ts')).then((part) => part.followPanel(), console.error);
  // Scripts may show parts whose rules this page's own style lacks; a swap or a hydration that comes earlier loads them itself.
  whenLoadedAndIdle(() => void loadSiteStyles().catch(console.warn));
  // About a second after the page has settled (R62). A failure costs nothing that a visitor sees (R65).
  whenLoadedAndIdle(() => setTimeout(() => void loadChunk(() => import('./background.ts')).catch(console.warn), 1000));
}
