/** The server's side of what editors write with: the page beside a form, links by title, new pages. */
import type { Core } from '@strapi/strapi';
import { readText } from '../ledger/server/panel-requests';
import { addPanelRoutes } from '../ledger/server/panel-routes';
import { findLinkTargets } from './server/link-targets';
import { makePage } from './server/new-page';
import { signTyped } from './server/typed-preview';

export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    addPanelRoutes(strapi, {
      'GET /link-targets': async ({ query }) => findLinkTargets(strapi, readText(query.words), readText(query.locale)),
      'POST /new-page': async ({ request: { body = {} } }) => makePage(strapi, body),
      'POST /typed-preview': async ({ request: { body = {} } }) => signTyped(strapi, body),
    });
  },
};
