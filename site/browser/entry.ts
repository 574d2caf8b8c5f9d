/** The only script that every page loads. Keep it small: its size is a budget. */
import { tendIslands, watchFirstTouch } from './hydrate-islands.ts';
import { preloadOnIntent } from './link-intent.ts';
import { tendMenus } from './menus.ts';
import { startNavigator } from './navigator.ts';

tendMenus();
watchFirstTouch();
tendIslands(document);
startNavigator();
preloadOnIntent();
