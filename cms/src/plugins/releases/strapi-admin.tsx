/** “Add to release” in forms and lists, and the page that plans releases. */
import { Calendar } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { addToForms } from '../../admin/add-to-forms';
import { offers } from '../../admin/offers';
import { label, translate } from '../../admin/panel-words';
import { AddManyToRelease, AddToRelease } from './panel/release-actions';
import { addToBasket } from './panel/release-basket';
import words from './words.json';

export default {
  register(app: StrapiApp) {
    offers.addToRelease = (drafts) => addToBasket(drafts.map((draft) => ({ ...draft, action: 'publish' })));
    app.addMenuLink({
      to: 'releases',
      icon: Calendar,
      intlLabel: label(words, 'releases.title'),
      permissions: [],
      Component: () => import('./panel/releases-page').then(({ ReleasesPage }) => ({ default: ReleasesPage })),
      position: 2.6,
    });
  },
  bootstrap(app: StrapiApp) {
    addToForms(app, 'addDocumentAction', [AddToRelease]);
    addToForms(app, 'addBulkAction', [AddManyToRelease]);
  },
  registerTrads: translate(words),
};
