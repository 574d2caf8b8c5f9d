/**
 * Releases: one or more documents that are published or withdrawn together at a moment, all or none. A release and the fact that it was made are one
 * transaction, so of several instances one makes it, and a crash leaves it waiting.
 */
import type { Core } from '@strapi/strapi';
import { forbid, inLanguages, may } from '../../../rules/publish-rights';
import { tell } from '../../../rules/problem';
import { refuse } from '../../../rules/refuse';
import { contentTypes, documents, localeCodes, nameDocument, readDocumentName } from '../../../setup/content-types';
import { describeError } from '../../../setup/describe-error';
import { sendMail } from '../../../mail/send-mail';
import { findActor, runAsProgram } from '../../ledger/server/actor';
import { findInstants, findZone, nameOffset } from '../../../setup/local-time';
import { lockLedger } from '../../ledger/server/ledger-tables';
import { maxDocuments } from '../../ledger/server/panel-requests';
import { namedReason, recordChange } from '../../ledger/server/record-changes';
import {
  fromColumns,
  readWaitingReleases,
  releases,
  type Columns,
  type NamedItem,
  type Release,
  type ReleaseItem,
  type Status,
} from './planned-releases';

export interface ReleasePlan {
  name: string;
  /** `2026-12-01T09:00` */
  local: string;
  zone: string;
  /** Which of two instants, when clocks show the time twice. */
  repeated?: 'first' | 'second';
  items: ReleaseItem[];
}

/** Releases are exact to a second. */
const pollMs = 250;

/** @throws refusals by field: an unknown zone, a time that is past, skipped or repeated; or a document that the user may not publish. */
export async function planRelease(strapi: Core.Strapi, plan: ReleasePlan): Promise<Release> {
  const { name, items } = plan;
  if (items.length === 0 || items.length > maxDocuments)
    refuse(tell(['items'], `Choose 1 to ${maxDocuments} documents.`));
  const actor = findActor(strapi);
  if (actor.kind !== 'user') forbid('Only a user of the panel may plan a release.');
  for (const { uid, locale } of items)
    if (!may(strapi, 'publish', uid, locale || null))
      forbid(`You may not publish all of these documents${inLanguages([locale || null])}.`);
  const due = findDue(plan);
  const row = {
    name: name.trim().slice(0, 200),
    due_at: due.toISOString(),
    zone: plan.zone,
    // Of former versions: whether it was made at all when no instance had run at its time.
    late: 1,
    items: JSON.stringify(await nameItems(strapi, items)),
    status: 'waiting',
    made_by: actor.name,
    outcome: '',
  };
  return strapi.db.transaction(async ({ trx }) => {
    // A change of its drafts that runs at this moment is either in them already, or sees that they are planned.
    await lockLedger(strapi, trx);
    const [added] = (await releases(strapi, trx).insert(row).returning('*')) as Columns[];
    return fromColumns(added as Columns);
  });
}

function nameItems(strapi: Core.Strapi, items: readonly ReleaseItem[]): Promise<NamedItem[]> {
  return Promise.all(
    items.map(async (item) => ({ ...item, name: await readDocumentName(strapi, item, item.documentId) })),
  );
}

/** Whether the present user may publish anything. */
export function mayPlan(strapi: Core.Strapi): boolean {
  return contentTypes(strapi).some(({ uid, localized }) =>
    (localized ? localeCodes : [null]).some((locale) => may(strapi, 'publish', uid, locale)),
  );
}

/** @throws a refusal when it no longer waits. */
export async function cancelRelease(strapi: Core.Strapi, id: number): Promise<void> {
  const release = (await readWaitingReleases(strapi)).find((one) => one.id === id);
  if (release && !release.items.every(({ uid, locale }) => may(strapi, 'publish', uid, locale || null)))
    forbid('You may not publish all of its documents, so somebody else cancels it.');
  if ((await settle(strapi, id, 'cancelled', findActor(strapi).name)) === 0) forbid('It no longer waits.');
}

/** Makes a release and takes it back. @returns why it would fail; empty when it would not. */
export async function tryRelease(strapi: Core.Strapi, items: readonly ReleaseItem[]): Promise<string> {
  const end = new Error('end of the trial');
  try {
    await strapi.db.transaction(async () => {
      await makeItems(strapi, items, 'A trial');
      throw end;
    });
  } catch (error) {
    return error === end ? '' : describeError(error);
  }
  return '';
}

/** Begins to make releases at their times. One whose time passed while no instance ran is made at once, in its turn. @returns a function that stops. */
export function startReleases(strapi: Core.Strapi): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    makeDue(strapi)
      .catch((error: unknown) => strapi.log.error(`Releases: ${describeError(error)}`))
      .finally(() => {
        busy = false;
      });
  }, pollMs);
  return () => clearInterval(timer);
}

async function makeDue(strapi: Core.Strapi): Promise<void> {
  const due = await strapi.db.transaction(
    async ({ trx }) =>
      (await releases(strapi, trx)
        .where({ status: 'waiting' })
        .andWhere('due_at', '<=', new Date().toISOString())
        .orderBy('due_at')) as Columns[],
  );
  for (const release of due.map(fromColumns)) await make(strapi, release);
}

async function make(strapi: Core.Strapi, release: Release): Promise<void> {
  const { id, name, madeBy, items } = release;
  const taken = new Error('Another instance made it.');
  try {
    await runAsProgram('release', () =>
      recordChange(strapi, async () => {
        if ((await settle(strapi, id, 'done', new Date().toISOString())) === 0) throw taken;
        await makeItems(strapi, items, `Release ${id}, “${name}”, of ${madeBy}`);
      }),
    );
  } catch (error) {
    if (error !== taken) await giveUp(strapi, release, describeError(error));
  }
}

/** The planner gets a mail. @param why it failed. */
async function giveUp(strapi: Core.Strapi, { id, name, madeBy }: Release, why: string): Promise<void> {
  if ((await settle(strapi, id, 'failed', why)) === 0) return;
  const outcome = `Nothing was published: ${why}`;
  strapi.log.error(`Release ${id}, “${name}”, of ${madeBy} was not made. ${outcome}`);
  const panel = String(strapi.config.get('admin.absoluteUrl'));
  void sendMail(strapi, madeBy, `Not released: ${name}`, `${outcome}\n\n${panel}/releases`);
}

/** Waits for another instance that is making it. @returns 0 when it no longer waits. */
async function settle(strapi: Core.Strapi, id: number, status: Status, outcome: string): Promise<number> {
  return strapi.db.transaction(async ({ trx }) =>
    releases(strapi, trx)
      .where({ id, status: 'waiting' })
      .update({ status, outcome: outcome.slice(0, 4000) }),
  );
}

/** A document may link to another one of the release, so those that are refused are tried again after the others. */
async function makeItems(strapi: Core.Strapi, items: readonly ReleaseItem[], reason: string): Promise<void> {
  let open = items;
  await namedReason.run(reason, () =>
    recordChange(strapi, async () => {
      while (open.length > 0) {
        const refused: ReleaseItem[] = [];
        let last: unknown;
        for (const item of open)
          await makeItem(strapi, item).catch((error: unknown) => {
            refused.push(item);
            last = error;
          });
        if (refused.length === open.length) throw last;
        open = refused;
      }
    }),
  );
}

async function makeItem(strapi: Core.Strapi, { uid, documentId, locale, action }: ReleaseItem): Promise<void> {
  const service = strapi.documents(uid as 'api::page.page');
  const options = { documentId, ...(locale ? { locale } : {}) } as { documentId: string };
  const draft = await documents(strapi, uid).findOne({ ...options, status: 'draft' });
  if (!draft) throw new Error(`A document of the release is no longer there: ${uid} ${documentId}.`);
  try {
    await (action === 'publish' ? service.publish(options) : service.unpublish(options));
  } catch (error) {
    throw new Error(`${nameDocument(strapi, uid, draft)}${inLanguages([locale || null])}: ${describeError(error)}`, {
      cause: error,
    });
  }
}

function findDue({ local, zone, repeated }: ReleasePlan): Date {
  if (!findZone(zone)) refuse(tell(['zone'], `There is no time zone “${zone}”. Write one as Europe/London.`));
  const instants = findInstants(local, zone);
  const [first, second] = instants;
  if (!first) refuse(tell(['local'], `Clocks in ${zone} never show ${local.replace('T', ' ')}: choose another time.`));
  if (second && !repeated)
    refuse(
      tell(
        ['repeated'],
        `Clocks in ${zone} show ${local.replace('T', ' ')} twice: choose the first (${nameOffset(first as Date, zone)}) or the second (${nameOffset(second, zone)}).`,
      ),
    );
  const due = (repeated === 'second' && second ? second : first) as Date;
  if (due.getTime() < Date.now()) refuse(tell(['local'], 'That moment is past: choose a later one.'));
  return due;
}
