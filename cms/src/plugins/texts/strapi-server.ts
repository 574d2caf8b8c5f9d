/** Looks into all texts: words, links, uses, translations. */
import type { Core } from '@strapi/strapi';
import { addTextsRoutes } from './server/texts-routes';

export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    addTextsRoutes(strapi);
  },
};
