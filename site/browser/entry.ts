/** The only script that every page loads. Keep it small: its size is a budget. */
import { setUpIslands, watchFirstTouch } from './islands/hydrate-islands.ts';
import { setUpEnhancements } from './islands/enhancements.ts';
import { preloadOnIntent } from './navigation/link-intent.ts';
import { loadChunk } from './navigation/load-chunk.ts';
import { setUpMenus } from './overlays/menus.ts';
import { startNavigator } from './navigation/navigator.ts';
import { whenLoadedAndIdle } from './when-idle.ts';
import { setUpConsentAndCountry } from './consent-and-country.ts';
import { setUpForms } from './forms/set-up-forms.ts';

setUpMenus();
watchFirstTouch();
setUpIslands(document);
setUpEnhancements();
startNavigator();
preloadOnIntent();
setUpConsentAndCountry();
setUpForms();

// About a second after the page has settled (R62). A failure costs nothing that a visitor sees (R65).
whenLoadedAndIdle(() => setTimeout(() => void loadChunk(() => import('./background.ts')).catch(console.warn), 1000));
