/** The names under which a document is found when something that it mentions changes. */
import type { DocumentAddress } from '../../document-address.ts';
import type { ReplicaDatabase } from './replica-database.ts';

/** Its text has figures that are not in the search yet, in the language of the row. */
export const unfilledName = '~unfilled';
/** Figures of its text have changed since they came into the search. */
export const outdatedName = '~outdated';
/** A picture of it has no local copy. */
export const unfetchedName = '~unfetched';

/** An address of a file within a text or a field of its own. */
const address = /\/([^\s"'()<>\\/]+)\.\w{2,5}(?=["'()<>\\?#\s]|$)/g;

/** The file's name without its extension, which replacing the file may change. @param url an address, or an address without extension. */
export function fileName(url: string): string {
  return (url.split('/').at(-1) ?? '').replace(/\.\w{2,5}$/, '');
}

/** @param wire JSON. */
export function mentionedNames(wire: string): Set<string> {
  const names = new Set<string>();
  for (const [, name] of wire.matchAll(address)) if (name) names.add(`file:${name}`);
  if (wire.includes('"local":null')) names.add(unfetchedName);
  return names;
}

export function addMention(
  database: Pick<ReplicaDatabase, 'run'>,
  name: string,
  { type, id, locale }: DocumentAddress,
): void {
  database.run('INSERT OR IGNORE INTO mentions (name, type, id, locale) VALUES (?, ?, ?, ?)', name, type, id, locale);
}
