/** The names under which a document is found when something that it mentions changes. */
import type { DocumentAddress } from '../../document-address.ts';
import type { ReplicaDatabase } from './replica-database.ts';

/** Marks a text with figures that are not in the search yet, in the language of the row. */
export const unfilledName = '~unfilled';
/** Marks a text whose figures have changed since it was indexed. */
export const outdatedName = '~outdated';
/** Marks a document with a picture that has no local copy. */
export const unfetchedName = '~unfetched';

/** An address of a file within a text or a field of its own. */
const address = /\/([^\s"'()<>\\/]+)\.\w{2,5}(?=["'()<>\\?#\s]|$)/g;

/** Finds a file's name without its extension, which may change when an editor replaces the file. @param url an address with or without extension. */
export function parseFileName(url: string): string {
  return (url.split('/').at(-1) ?? '').replace(/\.\w{2,5}$/, '');
}

/** Finds the names of files that a document mentions. @param wire JSON. */
export function findMentions(wire: string): Set<string> {
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
