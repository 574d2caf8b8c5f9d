/** The only script that every page loads at first. Keep it small: its size is a budget. */
import { setUpConsentAndCountry } from './consent-and-country.ts';
import { loadPageScripts } from './load-page-scripts.ts';
import { setUpMenus } from './overlays/menus.ts';

setUpMenus();
setUpConsentAndCountry();
loadPageScripts();
