/** What will change until a moment, in the site's names. */
import type { Core } from '@strapi/strapi';
import { listSharedFields } from '../../../rules/shared-fields';
import type { ApiUid } from '../../../setup/content-types';
import type { PlannedChange } from '../../ledger/server/extensions';
import { readWaitingReleases } from './planned-releases';
import { findType } from '../../ledger/server/snapshot';

/** What the releases that wait until a moment publish and take down, in their order: the site shows a future day with it. */
export async function listPlannedChanges(strapi: Core.Strapi, until: Date): Promise<PlannedChange[]> {
  const due = (await readWaitingReleases(strapi)).filter(({ dueAt }) => Date.parse(dueAt) <= until.getTime());
  const changes: PlannedChange[] = [];
  for (const { uid, documentId, locale, action } of due.flatMap(({ items }) => items)) {
    const type = findType(strapi, uid);
    // Not by the document service, which reads drafts only for a token.
    const entry = (await strapi.db.query(uid as ApiUid).findOne({ where: { documentId }, select: ['key'] })) as {
      key?: unknown;
    } | null;
    const key = type?.single ? type.name : entry?.key;
    if (!type?.onSite || typeof key !== 'string') continue;
    changes.push({ type: type.name, key, locale, action, shared: type.localized ? listSharedFields(type) : [] });
  }
  return changes;
}
