/** The page “What stood there”, and links to the site as of a moment. */
import { Archive } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { offers } from '../../admin/offers';
import { label, translate } from '../../admin/panel-words';
import { DayLinks } from './panel/day-links';
import { archiveRight } from './server/archive-right';
import words from './words.json';

export default {
  register(app: StrapiApp) {
    offers.DayLinks = DayLinks;
    app.addMenuLink({
      to: 'archive',
      icon: Archive,
      intlLabel: label(words, 'archive.title'),
      permissions: [{ action: archiveRight, subject: null }],
      Component: () => import('./panel/archive-page').then(({ ArchivePage }) => ({ default: ArchivePage })),
      position: 4.65,
    });
  },
  registerTrads: translate(words),
};
