/** Nothing that needs approval is live without a second person. */
import type { Core } from '@strapi/strapi';
import { extendLedger } from '../ledger/server/extensions';
import { addApprovalRoutes } from './server/approval-routes';
import { isApprovalOff, needsApproval } from './server/approval-table';
import { checkApproval } from './server/check-approval';
import { checkFile } from './server/check-file';
import { submitSet } from './server/decisions';

export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    extendLedger({
      checkRows: checkApproval,
      checkFile,
      needsApproval: (uid, ...contents) => !isApprovalOff() && needsApproval(uid, ...contents),
      submitSet,
    });
    addApprovalRoutes(strapi);
  },
};
