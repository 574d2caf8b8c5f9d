/** The only script that every page loads. Keep it small: its size is a budget. */
import { tendIslands, watchFirstTouch } from './islands/hydrate-islands.ts';
import { tendEnhancements } from './islands/enhancements.ts';
import { preloadOnIntent } from './navigation/link-intent.ts';
import { loadChunk } from './navigation/load-chunk.ts';
import { tendMenus } from './overlays/menus.ts';
import { startNavigator } from './navigation/navigator.ts';
import { whenLoadedAndIdle } from './when-idle.ts';
import { tendVisitor } from './visitor.ts';
import { tendForms } from './forms/tend-forms.ts';

tendMenus();
watchFirstTouch();
tendIslands(document);
tendEnhancements();
startNavigator();
preloadOnIntent();
tendVisitor();
tendForms();

// About a second after the page has settled (R62). A failure costs nothing that a visitor sees (R65).
whenLoadedAndIdle(() => setTimeout(() => void loadChunk(() => import('./background.ts')).catch(console.warn), 1000));
