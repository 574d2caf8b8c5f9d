/** The panel in the languages of the site, without advertisements, with forms that keep what was typed and rules beside each form. Plug-ins add the rest. */
import type { StrapiApp } from '@strapi/strapi/admin';
import languages from '../setup/site-languages.json';
import { addPanel } from './add-to-forms';
import { keepRefusedForms } from './kept-forms';
import { label } from './panel-words';
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

/** Hides the link to Strapi's plans, which the settings overview always has, and keeps the panels beside a long form in sight while an editor scrolls. */
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

export default {
  config: {
    locales: Object.keys(languages),
    translations,
    tutorials: false,
    notifications: { releases: false },
  },
  register(app: StrapiApp) {
    app.addMiddlewares([keepRefusedForms]);
    // Not in a plug-in: the schema of the words of the interface needs it.
    app.customFields.register({
      name: 'interface-message',
      type: 'string',
      intlLabel: label(translations, 'interface-message.label'),
      intlDescription: label(translations, 'interface-message.about'),
      components: {
        Input: () =>
          // Strapi's type knows no component with props.
          import('./interface-message-input').then(({ InterfaceMessageInput }) => ({
            default: InterfaceMessageInput as React.ComponentType,
          })),
      },
    });
    closeAdvertisements();
    addStyles();
  },
  bootstrap(app: StrapiApp) {
    addPanel(app, RulesPanel, 3);
  },
};
