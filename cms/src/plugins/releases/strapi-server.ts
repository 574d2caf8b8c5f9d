/** Documents that are published or withdrawn together at a moment. */
import type { Core } from '@strapi/strapi';
import { findProgram } from '../ledger/server/actor';
import { extendLedger } from '../ledger/server/extensions';
import { listPlannedChanges } from './server/planned-changes';
import { checkPlannedDrafts, ensureReleasesTable, isPlanned } from './server/planned-releases';
import { addReleaseRoutes } from './server/release-routes';
import { startReleases } from './server/releases';

let stopReleases = () => {};

export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    extendLedger({
      checkRows: (_strapi, _trx, rows) => checkPlannedDrafts(strapi, rows),
      isPlanned,
      listPlannedChanges,
    });
    addReleaseRoutes(strapi);
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    if (findProgram() === 'verify') return;
    await ensureReleasesTable(strapi);
    // Not before the content of a first start is written.
    strapi.eventHub.once('content.ready', async () => {
      stopReleases = startReleases(strapi);
    });
  },

  destroy() {
    stopReleases();
  },
};
