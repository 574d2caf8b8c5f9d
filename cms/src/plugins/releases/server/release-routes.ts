/** What the panel asks about releases, under `/gate`. */
import type { Core } from '@strapi/strapi';
import { readDocument, readItems, readText } from '../../ledger/server/panel-requests';
import { addPanelRoutes } from '../../ledger/server/panel-routes';
import { readReleases, type ReleaseItem } from './planned-releases';
import { cancelRelease, mayPlan, planRelease, tryRelease, type ReleasePlan } from './releases';

export function addReleaseRoutes(strapi: Core.Strapi): void {
  addPanelRoutes(strapi, {
    'GET /releases': async () => ({ releases: await readReleases(strapi), mayPlan: mayPlan(strapi) }),
    'POST /releases': async ({ request: { body = {} } }) => planRelease(strapi, readPlan(strapi, body)),
    'POST /releases/try': async ({ request: { body = {} } }) => ({
      problem: await tryRelease(strapi, readReleaseItems(strapi, body.items)),
    }),
    'POST /releases/:id/cancel': async ({ params = {} }) => cancelRelease(strapi, Number(params.id)),
  });
}

function readPlan(strapi: Core.Strapi, { name, local, zone, repeated, items }: Record<string, unknown>): ReleasePlan {
  return {
    name: readText(name),
    local: readText(local),
    zone: readText(zone),
    ...(repeated === 'first' || repeated === 'second' ? { repeated } : {}),
    items: readReleaseItems(strapi, items),
  };
}

function readReleaseItems(strapi: Core.Strapi, items: unknown): ReleaseItem[] {
  return readItems(items, (item) => ({
    ...readDocument(strapi, item),
    action: item.action === 'withdraw' ? 'withdraw' : 'publish',
  }));
}
