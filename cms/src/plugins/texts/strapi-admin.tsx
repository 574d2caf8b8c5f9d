/** The pages “Find texts” and “Translations”, and beside each form where its text is used. */
import { Earth, Search } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { addPanel } from '../../admin/add-to-forms';
import { offers } from '../../admin/offers';
import { label, translate } from '../../admin/panel-words';
import { SourceChanges } from './panel/source-changes';
import { UsesPanel } from './panel/uses-panel';
import words from './words.json';

export default {
  register(app: StrapiApp) {
    offers.SourceChanges = SourceChanges;
    app.addMenuLink({
      to: 'texts',
      icon: Search,
      intlLabel: label(words, 'texts.title'),
      permissions: [],
      Component: () => import('./panel/texts-page').then(({ TextsPage }) => ({ default: TextsPage })),
      position: 4.4,
    });
    app.addMenuLink({
      to: 'translations',
      icon: Earth,
      intlLabel: label(words, 'translations.title'),
      permissions: [],
      Component: () =>
        import('./panel/open-translations-page').then(({ OpenTranslationsPage }) => ({
          default: OpenTranslationsPage,
        })),
      position: 4.45,
    });
  },
  bootstrap(app: StrapiApp) {
    addPanel(app, UsesPanel, 6);
  },
  registerTrads: translate(words),
};
