/** Every version of every document, in a chain of rows that nobody changes. The other plug-ins stand on it. */
import type { Core } from '@strapi/strapi';
import { findProgram } from './server/actor';
import { registerFileChanges } from './server/file-changes';
import { addLedgerRoutes } from './server/ledger-routes';
import { ensureLedgerTables } from './server/ledger-tables';
import { registerSiteQuestions } from './server/site-questions';

export default {
  // `src/index.ts` places the ledger among the rules, whose order matters.
  register({ strapi }: { strapi: Core.Strapi }) {
    addLedgerRoutes(strapi);
    registerSiteQuestions(strapi);
    registerFileChanges(strapi);
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    // `npm run ledger` only reads.
    if (findProgram() !== 'verify') await ensureLedgerTables(strapi);
  },
};
