/** What stood on the site, asked of the site's archive. */
import type { Core } from '@strapi/strapi';
import { registerArchiveRight } from './server/archive-right';
import { addArchiveRoutes } from './server/archive-routes';

export default {
  async register({ strapi }: { strapi: Core.Strapi }) {
    addArchiveRoutes(strapi);
    await registerArchiveRight(strapi);
  },
};
