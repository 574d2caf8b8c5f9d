/**
 * Writes every change of a document to the ledger, in the transaction of the change. It compares the rows of the document after the change with the
 * newest versions in the ledger, so that what Strapi and our rules change besides (shared fields, links) is recorded as well.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import type { DocumentCall } from '../../../rules/document-call';
import { contentTypes, defaultLocale, localeCodes, type ContentType } from '../../../setup/content-types';
import { findProgram, runAsProgram } from './actor';
import { checkRows } from './extensions';
import { lockLedger } from './ledger-tables';
import { appendRows, ledgerRows, newestRows, ledgerKey, type Action, type ChangedRow, type LedgerKey } from './ledger';
import { findLinks } from '../../../rules/document-links';
import { ofItself } from '../../../rules/publish-rights';
import { findType, hashText, readSnapshots, hashSchema, type Snapshot, type State } from './snapshot';

/** What a change has touched so far. The outermost change writes it to the ledger at its end. */
export class Change {
  readonly #documents = new Map<string, TouchedDocument>();
  readonly decisions: ChangedRow[] = [];

  /** @param wanted the language and state that the change is about: it gets a row even if its content stays the same. */
  touch(uid: string, documentId: string, action: Action, wanted: readonly string[] = [], reason = ''): void {
    const key = `${uid} ${documentId}`;
    const known = this.#documents.get(key) ?? { uid, documentId, action, reason, wanted: new Set<string>() };
    for (const one of wanted) known.wanted.add(one);
    // A document may first follow another one of the same change, and then be changed itself.
    if (known.action === 'follow') known.action = action;
    this.#documents.set(key, known);
  }

  /** A decision that was taken in this change. It stands in the ledger before the rows of what it makes live. */
  decide(row: ChangedRow): void {
    this.decisions.push(row);
  }

  get documents(): TouchedDocument[] {
    return [...this.#documents.values()];
  }
}

interface TouchedDocument {
  uid: string;
  documentId: string;
  action: Action;
  reason: string;
  /** `locale state`. */
  wanted: Set<string>;
}

const changes = new AsyncLocalStorage<Change>();
const actions: Record<string, Action> = {
  create: 'save',
  update: 'save',
  clone: 'save',
  publish: 'publish',
  unpublish: 'unpublish',
  discardDraft: 'discard',
  delete: 'delete',
};

/** Inside its `run`, changes have this action instead of that of Strapi's call. */
export const namedAction = new AsyncLocalStorage<Action>();
/** Inside its `run`, changes have this reason. */
export const namedReason = new AsyncLocalStorage<string>();

/** Runs a change and writes it to the ledger: both, or neither. @throws the refusal of a plug-in, as when nobody approved what the change makes live. */
export async function recordChange<Result>(
  strapi: Core.Strapi,
  action: (change: Change) => Promise<Result>,
): Promise<Result> {
  const outer = changes.getStore();
  if (outer) return action(outer);
  return strapi.db.transaction(async ({ trx }) => {
    // Before the first row is written: of two changes that lock rows and the ledger in different orders, PostgreSQL would end one.
    await lockLedger(strapi, trx);
    const change = new Change();
    const result = await changes.run(change, () => action(change));
    const rows = [...change.decisions, ...(await newRows(strapi, trx, change.documents))];
    await checkRows(strapi, trx, rows);
    await appendRows(strapi, trx, rows);
    return result;
  });
}

export function registerLedger(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action, params } = context as unknown as DocumentCall;
    const type = action in actions ? findType(strapi, uid) : undefined;
    if (!type) return next();
    return recordChange(strapi, async (change) => {
      const links =
        action === 'delete' || action === 'unpublish' ? await findLinks(strapi, uid, params.documentId) : [];
      const result = await next();
      const { documentId } = (result ?? params) as { documentId?: string };
      const name = ofItself.getStore() ? 'follow' : (namedAction.getStore() ?? (actions[action] as Action));
      if (documentId) change.touch(uid, documentId, name, wantedStates(type, action, params), namedReason.getStore());
      const reason = `A document that it links to: ${action}`;
      for (const link of links) change.touch(link.uid, link.documentId, 'follow', [], reason);
      return result;
    });
  });
  guardTables(strapi);
}

function wantedStates(
  { localized }: ContentType,
  action: string,
  { locale, status }: DocumentCall['params'],
): string[] {
  const wanted = [locale ?? defaultLocale].flat();
  const locales = !localized ? [''] : wanted.includes('*') ? [] : wanted.map(String);
  const states: State[] =
    action === 'publish' || action === 'unpublish' ? ['live'] : status === 'published' ? ['draft', 'live'] : ['draft'];
  return locales.flatMap((one) => states.map((state) => `${one} ${state}`));
}

/** @returns for each touched document what differs from the ledger, and what was wanted. */
async function newRows(
  strapi: Core.Strapi,
  trx: Parameters<typeof appendRows>[1],
  touched: readonly TouchedDocument[],
): Promise<ChangedRow[]> {
  const rows: ChangedRow[] = [];
  for (const [uid, documents] of Map.groupBy(touched, (one) => one.uid)) {
    const type = findType(strapi, uid);
    if (!type) continue;
    const ids = documents.map(({ documentId }) => documentId);
    const snapshots = Map.groupBy(await readSnapshots(strapi, type, ids), ({ documentId }) => documentId);
    const locales = type.localized ? localeCodes : [''];
    const keys = documents.flatMap(({ documentId }) =>
      locales.flatMap((locale) =>
        (['draft', 'live'] as const).map((state): LedgerKey => ({ uid, documentId, locale, state })),
      ),
    );
    const newest = await newestRows(strapi, trx, keys);
    const schema = hashSchema(strapi, type);
    for (const document of documents) {
      const now = snapshots.get(document.documentId) ?? [];
      for (const locale of locales) rows.push(...collectRows(document, locale, now, newest, schema));
    }
  }
  return rows;
}

type Newest = Awaited<ReturnType<typeof newestRows>>;

function collectRows(
  { uid, documentId, action, reason, wanted }: TouchedDocument,
  locale: string,
  now: readonly Snapshot[],
  newest: Newest,
  schema: string,
): ChangedRow[] {
  const known = (state: State) => newest.get(ledgerKey({ uid, documentId, locale, state }))?.contentHash ?? null;
  const present = (state: State) => now.find((one) => one.locale === locale && one.state === state)?.content ?? null;
  const rows: ChangedRow[] = [];
  const [draft, live] = [present('draft'), present('live')];
  const [draftHash, liveHash] = [draft && hashText(draft), live && hashText(live)];
  const add = (state: State, content: string | null, contentHash: string | null) => {
    const isWanted = wanted.size === 0 || wanted.has(`${locale} ${state}`);
    const key = { uid, documentId, locale, state };
    const hashes = { contentHash, before: known(state), draftHash };
    // Code can save and publish with one call.
    const own = action === 'save' && state === 'live' ? 'publish' : action;
    rows.push({ ...key, ...hashes, action: isWanted ? own : 'follow', content, schemaHash: schema, reason });
  };
  // After Publish, draft and live are the same: one row says so.
  const draftIsNew = draftHash !== known('draft') && !(draftHash !== null && draftHash === liveHash);
  if (draftIsNew || (wanted.has(`${locale} draft`) && draft !== null && !wanted.has(`${locale} live`)))
    add('draft', draft, draftHash);
  if (liveHash !== known('live') || (wanted.has(`${locale} live`) && live !== null)) add('live', live, liveHash);
  return rows;
}

/** Documents are only written through the document service, where the ledger sees them. */
function guardTables(strapi: Core.Strapi): void {
  const refuse = ({ model }: { model: { uid: string } }) => {
    if (changes.getStore()) return;
    throw new Error(`${model.uid} was about to be written past the ledger: use the document service, or recordChange.`);
  };
  const events = ['Create', 'CreateMany', 'Update', 'UpdateMany', 'Delete', 'DeleteMany'].map(
    (name) => `before${name}`,
  );
  strapi.db.lifecycles.subscribe({
    models: contentTypes(strapi).map(({ uid }) => uid),
    ...Object.fromEntries(events.map((name) => [name, refuse])),
  });
}

/** The seed and what happened while Strapi was off: compares all documents with the ledger. @param action of the rows. */
export async function recordDifferences(
  strapi: Core.Strapi,
  action: 'found' | 'import',
  program: string,
): Promise<number> {
  let added = 0;
  for (const type of contentTypes(strapi)) {
    const ids = await documentIds(strapi, type);
    for (let from = 0; from < ids.length; from += 500)
      added += await runAsProgram(findProgram() ?? program, () =>
        strapi.db.transaction(async ({ trx }) => {
          // Another instance may be writing the same documents.
          await lockLedger(strapi, trx);
          const touched = ids
            .slice(from, from + 500)
            .map((documentId) => ({ uid: type.uid, documentId, action, reason: '', wanted: new Set<string>() }));
          return (await appendRows(strapi, trx, await newRows(strapi, trx, touched))).length;
        }),
      );
  }
  return added;
}

/** Ids of existing documents and of recorded ones. */
async function documentIds(strapi: Core.Strapi, { uid }: ContentType): Promise<string[]> {
  const rows: { documentId: string }[] = await strapi.db.query(uid).findMany({ select: ['documentId'] });
  const recorded = await strapi.db.transaction(async ({ trx }) =>
    ledgerRows(strapi, trx).where({ uid }).distinct('document_id'),
  );
  const known = (recorded as { document_id: string }[]).map(({ document_id: id }) => id);
  return [...new Set([...rows.map(({ documentId }) => documentId), ...known])];
}
