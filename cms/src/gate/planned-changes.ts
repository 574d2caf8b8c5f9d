/**
 * `GET /api/planned-changes?until=…` for the site and its token: what the releases that wait until a moment publish and take down, in their order. The site reads the
 * drafts as for a preview, and shows a future day to somebody with a signed link.
 */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { sharedNames } from '../rules/shared-fields';
import { documents } from '../setup/content-types';
import { readWaitingReleases, type ReleaseItem } from './planned-releases';
import { findType } from './snapshot';

interface PlannedChange {
  /** The site's names. */
  type: string;
  key: string;
  /** Empty for a type without languages. */
  locale: string;
  action: ReleaseItem['action'];
  /** Fields that publishing changes in every language. */
  shared: string[];
}

export function registerPlannedChanges(strapi: Core.Strapi): void {
  strapi.server.routes({
    type: 'content-api',
    routes: [
      {
        method: 'GET',
        path: '/planned-changes',
        handler: async (context: { query: Record<string, unknown>; body: unknown }) => {
          const until = new Date(String(context.query.until));
          if (Number.isNaN(until.getTime())) throw new errors.ValidationError('Name a moment as “until”.');
          context.body = { data: await listPlannedChanges(strapi, until) };
        },
        info: { type: 'content-api' },
        // A token that may only read has this scope, and nobody without a token.
        config: { auth: { scope: ['planned-changes.find'] } },
      },
    ],
  });
}

async function listPlannedChanges(strapi: Core.Strapi, until: Date): Promise<PlannedChange[]> {
  const due = (await readWaitingReleases(strapi)).filter(({ dueAt }) => Date.parse(dueAt) <= until.getTime());
  const changes: PlannedChange[] = [];
  for (const { uid, documentId, locale, action } of due.flatMap(({ items }) => items)) {
    const type = findType(strapi, uid);
    const entry = await documents(strapi, uid).findOne({
      documentId,
      status: 'draft',
      ...(locale ? { locale } : {}),
    });
    const key = type?.single ? type.name : entry?.key;
    if (!type?.onSite || typeof key !== 'string') continue;
    changes.push({ type: type.name, key, locale, action, shared: type.localized ? sharedNames(type) : [] });
  }
  return changes;
}
