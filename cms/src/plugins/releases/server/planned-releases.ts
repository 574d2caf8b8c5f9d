/** Planned releases as they are stored, and the guard of the drafts in them. */
import type { Core } from '@strapi/strapi';
import { forbid, inLanguages, may } from '../../../rules/publish-rights';
import { nameDocument, type Transaction } from '../../../setup/content-types';
import { tableName } from '../../../setup/tables';
import { needsApproval } from '../../ledger/server/extensions';
import type { ChangedRow } from '../../ledger/server/ledger';
import { isPostgres, lockLedger } from '../../ledger/server/ledger-tables';
import { documentKey, type LocalizedDocument, type NamedDocument } from '../../../setup/localized-document';

export interface ReleaseItem extends LocalizedDocument {
  action: 'publish' | 'withdraw';
}
/** As the document was called when the release was planned. */
export type NamedItem = ReleaseItem & NamedDocument;
/** `missed`: of a former version, when no instance ran at its time. */
export type Status = 'waiting' | 'done' | 'failed' | 'missed' | 'cancelled';

export interface Release {
  id: number;
  name: string;
  /** ISO time, UTC. */
  dueAt: string;
  /** IANA name of the zone in which an editor wrote the time. */
  zone: string;
  items: NamedItem[];
  status: Status;
  /** Address of the user who planned it. */
  madeBy: string;
  /** When it was done (ISO time), who cancelled it, or why it failed. */
  outcome: string;
}

const releasesTable = 'releases_planned';
const columns = `
  name varchar(200) NOT NULL, due_at varchar(24) NOT NULL, zone varchar(64) NOT NULL, late integer NOT NULL, items text NOT NULL,
  status varchar(16) NOT NULL, made_by varchar(255) NOT NULL, outcome text NOT NULL`;

/** Several instances may start at the same time. */
export async function ensureReleasesTable(strapi: Core.Strapi): Promise<void> {
  await strapi.db.transaction(async ({ trx }) => {
    await lockLedger(strapi, trx);
    const id = isPostgres(strapi) ? 'bigserial PRIMARY KEY' : 'integer PRIMARY KEY AUTOINCREMENT';
    await trx.raw(`CREATE TABLE IF NOT EXISTS ${tableName(strapi, releasesTable)} (id ${id}, ${columns})`);
  });
}

/** Newest time first. */
export async function readReleases(strapi: Core.Strapi, limit = 100): Promise<Release[]> {
  return strapi.db.transaction(async ({ trx }) => {
    const rows = (await releases(strapi, trx).orderBy('due_at', 'desc').limit(limit)) as Columns[];
    return rows.map(fromColumns);
  });
}

export async function readWaitingReleases(strapi: Core.Strapi): Promise<Release[]> {
  return strapi.db.transaction(async ({ trx }) =>
    ((await releases(strapi, trx).where({ status: 'waiting' }).orderBy('due_at')) as Columns[]).map(fromColumns),
  );
}

/** Tells whether a release that waits has the document in this language. */
export async function isPlanned(strapi: Core.Strapi, document: LocalizedDocument): Promise<boolean> {
  return (await readWaitingReleases(strapi)).some(({ items }) =>
    items.some((item) => documentKey(item) === documentKey(document)),
  );
}

/**
 * A release publishes the draft of its moment. Where an approval is bound to a version, a later change voids it; elsewhere, only those who may publish
 * change the draft until then. @throws a refusal that names the release and who planned it.
 */
export async function checkPlannedDrafts(strapi: Core.Strapi, rows: readonly ChangedRow[]): Promise<void> {
  const changed = rows.filter(
    ({ uid, locale, state, content, contentHash, before }) =>
      state === 'draft' &&
      contentHash !== before &&
      !needsApproval(uid, content) &&
      !may(strapi, 'publish', uid, locale || null),
  );
  if (changed.length === 0) return;
  for (const { items, name, madeBy, dueAt, zone } of await readWaitingReleases(strapi)) {
    const row = changed.find((one) =>
      items.some((item) => item.action === 'publish' && documentKey(item) === documentKey(one)),
    );
    if (!row) continue;
    const due = new Date(dueAt).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: zone });
    const document = nameDocument(strapi, row.uid, JSON.parse(row.content ?? '{}') as Record<string, unknown>);
    forbid(
      `${document}${inLanguages([row.locale || null])} goes live with the release “${name}” on ${due} (${zone}). Until then only those who may publish it change it: ask ${madeBy}.`,
    );
  }
}

export interface Columns {
  id: number;
  name: string;
  due_at: string;
  zone: string;
  items: string;
  status: Status;
  made_by: string;
  outcome: string;
}

export function fromColumns({ due_at: dueAt, made_by: madeBy, items, ...rest }: Columns): Release {
  return {
    ...rest,
    id: Number(rest.id),
    dueAt,
    madeBy,
    items: JSON.parse(items) as NamedItem[],
  };
}

/** A query of the planned releases. */
export function releases(strapi: Core.Strapi, trx: Transaction) {
  return strapi.db.getConnection(releasesTable).transacting(trx);
}
