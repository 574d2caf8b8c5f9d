/** Signs links that open the site as of a moment. */
import type { Core } from '@strapi/strapi';
import { addPanelRoutes } from '../ledger/server/panel-routes';
import { makeDayLink } from './server/day-link';

export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    addPanelRoutes(strapi, { 'GET /day-link': async ({ query }) => makeDayLink(strapi, query) });
  },
};
