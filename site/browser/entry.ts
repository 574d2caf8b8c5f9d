/** The only script that every page loads. Keep it small: its size is a budget. */
import { tendIslands, watchFirstTouch } from './hydrate-islands.ts';
import { tendMenus } from './menus.ts';
import { tendForms } from './tend-forms.ts';

tendMenus();
watchFirstTouch();
tendIslands(document);
tendForms(document);
