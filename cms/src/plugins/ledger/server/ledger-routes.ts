/** What the panel asks of the ledger, under `/gate`: history, versions, differences, restore. */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { itemsAtOnce } from '../../../setup/list-length';
import { compareVersions } from './compare-versions';
import { prepareRestore, readVersion, restoreVersion } from './history';
import { readHistory, readRow, type LedgerRow } from './ledger';
import { readFilter, searchLedger } from './ledger-search';
import { checkRight, readDocument } from './panel-requests';
import { addPanelRoutes } from './panel-routes';

export function addLedgerRoutes(strapi: Core.Strapi): void {
  addPanelRoutes(strapi, {
    'GET /history': async ({ query }) => {
      const before = Number(query.before) || undefined;
      return { rows: await readHistory(strapi, readDocument(strapi, query), { before, limit: itemsAtOnce }) };
    },
    'GET /version/:seq': async ({ params = {} }) => {
      const row = await findRow(strapi, params.seq);
      return { row, content: await readVersion(strapi, row) };
    },
    'GET /compare': async ({ query }) => compareVersions(strapi, readDocument(strapi, query), query),
    'GET /ledger': async ({ query }) => searchLedger(strapi, readFilter(query)),
    'GET /restore/:seq': async ({ params = {} }) => {
      const { left, gone } = await prepareRestore(strapi, await findRow(strapi, params.seq));
      return { left, gone };
    },
    'POST /restore/:seq': async ({ params = {} }) => {
      const row = await findRow(strapi, params.seq);
      checkRight(strapi, (await prepareRestore(strapi, row)).gone ? 'create' : 'update', row);
      return { left: await restoreVersion(strapi, row) };
    },
  });
}

async function findRow(strapi: Core.Strapi, seq = ''): Promise<LedgerRow> {
  const row = /^\d{1,15}$/.test(seq) ? await readRow(strapi, Number(seq)) : undefined;
  if (!row) throw new errors.NotFoundError(`The ledger has no row ${seq}.`);
  checkRight(strapi, 'read', row);
  return row;
}
