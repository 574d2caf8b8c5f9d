/** The only script that every page loads. Keep it small: its size is a budget. */
import { tendIslands, watchFirstTouch } from './hydrate-islands.ts';
import { tendMenus } from './menus.ts';
import { tendVisitor } from './visitor.ts';

tendMenus();
watchFirstTouch();
tendIslands(document);
tendVisitor();
