/** What an import changes, for the person who approves it: each figure that differs from what is live. */
import type { Core } from '@strapi/strapi';
import { findType, readSnapshots } from '../../ledger/server/snapshot';

export interface SetChanges {
  /** Documents that were sent. */
  documents: number;
  added: string[];
  figures: { name: string; field: string; before: string; after: string }[];
  /** Figures that are not in the list, because it is long. */
  more: number;
}

type Fields = Record<string, unknown>;
const maxFigures = 500;

/** @param sent JSON of the import: one list of documents with all their fields and a `key`. */
export async function readSetChanges(strapi: Core.Strapi, uid: string, sent: string): Promise<SetChanges> {
  const type = findType(strapi, uid);
  const sentDocuments = Object.values(JSON.parse(sent) as Record<string, Fields[]>).flat();
  const where = { key: { $in: sentDocuments.map(({ key }) => key) }, publishedAt: { $notNull: true } };
  const rows: { documentId: string }[] = await strapi.db.query(uid).findMany({ where, select: ['documentId'] });
  const ids = rows.map(({ documentId }) => documentId);
  const live = new Map(
    (type ? await readSnapshots(strapi, type, ids) : [])
      .filter(({ state }) => state === 'live')
      .map(({ content }): [unknown, Fields] => {
        const fields = JSON.parse(content) as Fields;
        return [fields.key, fields];
      }),
  );
  const added: string[] = [];
  const figures: SetChanges['figures'] = [];
  for (const one of sentDocuments) {
    const name = String(one.symbol ?? one.key);
    const old = live.get(one.key);
    if (!old) added.push(name);
    else figures.push(...compare(old, one).map((change) => ({ name, ...change })));
  }
  const more = Math.max(0, figures.length - maxFigures);
  return { documents: sentDocuments.length, added, figures: figures.slice(0, maxFigures), more };
}

function compare(live: Fields, sent: Fields): { field: string; before: string; after: string }[] {
  const before = flatten(Object.fromEntries(Object.keys(sent).map((name) => [name, live[name]])));
  const after = flatten(sent);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const [was, is] = [before.get(field) ?? '', after.get(field) ?? ''];
    const isSame = was === is || (was !== '' && is !== '' && Number(was) === Number(is));
    return isSame ? [] : [{ field, before: was, after: is }];
  });
}

/** Each value by its path: `terms prime spread`. A list's parts are named by their account type or key. */
function flatten(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined || value === '') return found;
  if (typeof value !== 'object') return found.set(path, String(value));
  const parts = Array.isArray(value)
    ? value.map((part: unknown, index): [string, unknown] => {
        const { account, key } = (part ?? {}) as { account?: unknown; key?: unknown };
        return [String(account ?? key ?? index + 1), part];
      })
    : Object.entries(value);
  for (const [name, part] of parts) flatten(part, path ? `${path} ${name}` : name, found);
  return found;
}
