/** The page “What stood there”. */
import { Archive } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { label, translate } from '../../admin/panel-words';
import { archiveRight } from './server/archive-right';
import words from './words.json';

export default {
  register(app: StrapiApp) {
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
