import type { StrapiApp } from '@strapi/strapi/admin';

/** The panel in the editors' three languages, without advertisements for tutorials and releases. */
export default {
  config: {
    locales: ['en', 'es', 'it'],
    tutorials: false,
    notifications: { releases: false },
  },
  bootstrap(_app: StrapiApp) {},
};
