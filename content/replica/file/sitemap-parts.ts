/** Parts of the sitemaps: each document with pages has a lasting number, and a part is a range of numbers, so that a publish changes one part. */
import type { DocumentName } from '../../document-address.ts';
import { storedLocale } from '../../language-neutral.ts';
import { type Locale, locales } from '../../locales.ts';
import { withPages } from '../document-index.ts';
import type { ReplicaDatabase } from './replica-database.ts';

/** Documents of a part, each with a page in every language. Building a full part takes only some milliseconds longer than the demonstration's 443. */
export const partSize = 450;

export interface PagedVersion {
  locale: Locale;
  updatedAt: string;
  takenDown: number;
}

/**
 * Gives a document with pages a number, and counts its pages in its part.
 * @param versions it has now. @param before which language's text each language showed.
 */
export function updateSitemapParts(
  database: ReplicaDatabase,
  { type, id }: DocumentName,
  versions: readonly PagedVersion[],
  before: ReadonlyMap<Locale, Locale>,
): void {
  if (!withPages.has(type)) return;
  let number = database.get('SELECT number FROM numbers WHERE type = ? AND id = ?', type, id)?.['number'];
  if (number === undefined) {
    if (versions.length === 0) return;
    number = database.run('INSERT INTO numbers (type, id) VALUES (?, ?)', type, id).lastInsertRowid;
  }
  const part = Math.floor((Number(number) - 1) / partSize);
  for (const locale of locales) {
    const own = storedLocale(type, locale);
    const had = before.get(own) === own;
    const version = versions.find((one) => one.locale === own && !one.takenDown);
    if (!had && !version) continue;
    database.run(
      'INSERT INTO parts (locale, part, n, latest) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n, latest = max(latest, excluded.latest)',
      locale,
      part,
      Number(Boolean(version)) - Number(had),
      version?.updatedAt ?? '',
    );
  }
  if (versions.length === 0) database.run('DELETE FROM numbers WHERE number = ?', Number(number));
}
