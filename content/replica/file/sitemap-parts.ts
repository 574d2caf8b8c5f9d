/** Parts of the sitemaps: each document with pages has a lasting number, and a part is a range of numbers, so that a publish changes one part. */
import { type Locale, locales } from '../../locales.ts';
import type { DocumentType } from '../../model.ts';
import { withPages } from '../document-index.ts';
import { storedLocale } from '../../kept-once.ts';
import type { ReplicaDatabase } from './replica-database.ts';

/** Documents of a part, which have a page in each language: few enough that the first answer of a full part takes some milliseconds more than that of the demonstration's, which has 365. */
export const partSize = 450;

export interface PagedVersion {
  locale: Locale;
  updatedAt: string;
  takenDown: number;
}

export class SitemapParts {
  readonly #database: ReplicaDatabase;

  /** What the transaction changes of a part; by language and part. */
  readonly #changes = new Map<string, { locale: Locale; part: number; n: number; latest: string }>();

  constructor(database: ReplicaDatabase) {
    this.#database = database;
  }

  /** Call at the end of the transaction. */
  write(): void {
    for (const { locale, part, n, latest } of this.#changes.values())
      this.#database.run(
        'INSERT INTO parts (locale, part, n, latest) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n, latest = max(latest, excluded.latest)',
        locale,
        part,
        n,
        latest,
      );
    this.#changes.clear();
  }

  /** Call when the transaction is given up. */
  forget(): void {
    this.#changes.clear();
  }

  /**
   * Gives a document with pages a number, and counts its pages in its part.
   * @param versions it has now. @param before which language's text each language showed.
   */
  update(type: DocumentType, id: string, versions: readonly PagedVersion[], before: ReadonlyMap<Locale, Locale>): void {
    if (!withPages.has(type)) return;
    const select = 'SELECT number FROM numbers WHERE type = ? AND id = ?';
    let number = this.#database.get(select, type, id)?.['number'];
    if (number === undefined) {
      if (versions.length === 0) return;
      number = this.#database.run('INSERT INTO numbers (type, id) VALUES (?, ?)', type, id).lastInsertRowid;
    }
    const part = Math.floor((Number(number) - 1) / partSize);
    for (const locale of locales) {
      const own = storedLocale(type, locale);
      const had = before.get(own) === own;
      const version = versions.find((one) => one.locale === own && !one.takenDown);
      if (!had && !version) continue;
      const change = Number(Boolean(version)) - Number(had);
      const latest = version?.updatedAt ?? '';
      const key = `${locale} ${part}`;
      const known = this.#changes.get(key);
      if (known) {
        known.n += change;
        if (latest > known.latest) known.latest = latest;
      } else this.#changes.set(key, { locale, part, n: change, latest });
    }
    if (versions.length === 0) this.#database.run('DELETE FROM numbers WHERE number = ?', Number(number));
  }
}
