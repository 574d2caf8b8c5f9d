/** The page “What stood there” in the panel. */
import { Archive } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { archiveRight } from './server/archive-right';
import words from './words.json';

export default {
  register(app: StrapiApp) {
    app.addMenuLink({
      to: 'archive',
      icon: Archive,
      intlLabel: { id: 'archive.title', defaultMessage: words.en['archive.title'] },
      permissions: [{ action: archiveRight, subject: null }],
      Component: () => import('./panel/archive-page').then(({ ArchivePage }) => ({ default: ArchivePage })),
      position: 4.65,
    });
  },
  registerTrads({ locales }: { locales: string[] }) {
    return locales.map((locale) => ({ locale, data: words[locale as keyof typeof words] ?? {} }));
  },
};
