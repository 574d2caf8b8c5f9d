import { ListSearch } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import languages from '../setup/site-languages.json';
import { keepRefusedForms } from './kept-forms';
import { RulesPanel } from './rules-panel';
import translations from './translations.json';

/** Closes Strapi's product tour and its news, by storing what Strapi stores when a user closes them. */
function closeAdvertisements(): void {
  localStorage.setItem(
    'STRAPI_GUIDED_TOUR',
    JSON.stringify({ tours: {}, enabled: false, hidden: true, completedActions: [] }),
  );
  // The key ends with the installation's id, which is `false` without telemetry.
  for (const id of ['false', 'undefined'])
    localStorage.setItem(`STRAPI_MEDIA_LIBRARY_BANNER_DISMISSED_FOR_false:${id}`, 'true');
}

/**
 * Hides the link to Strapi's plans, which the settings overview always has, and keeps the panels beside a long form in sight while an editor scrolls.
 */
function addStyles(): void {
  const style = document.createElement('style');
  style.textContent = `a[href*="strapi.io/pricing"] { display: none }
    @media (width >= 1080px) {
      div:has(> aside[aria-labelledby="additional-information"]) {
        position: sticky; inset-block-start: 8rem; max-block-size: calc(100vh - 9rem); overflow-y: auto;
      }
    }`;
  document.head.append(style);
}

/** What we use of `ContentManagerPlugin`, whose type Strapi does not export. */
interface ContentManager {
  addEditViewSidePanel(panels: unknown[]): void;
}

/** The panel in the languages of the site, without advertisements, with forms that keep what was typed, rules beside each form, and a page of where pictures are used. */
export default {
  config: {
    locales: Object.keys(languages),
    translations,
    tutorials: false,
    notifications: { releases: false },
  },
  register(app: StrapiApp) {
    app.addMiddlewares([keepRefusedForms]);
    app.addMenuLink({
      to: 'where-used',
      icon: ListSearch,
      intlLabel: { id: 'media-uses.title', defaultMessage: translations.en['media-uses.title'] },
      permissions: [{ action: 'plugin::upload.read', subject: null }],
      Component: () => import('./media-uses-page').then(({ MediaUsesPage }) => ({ default: MediaUsesPage })),
      position: 4.5,
    });
    closeAdvertisements();
    addStyles();
  },
  bootstrap(app: StrapiApp) {
    (app.getPlugin('content-manager').apis as unknown as ContentManager).addEditViewSidePanel([RulesPanel]);
  },
};
