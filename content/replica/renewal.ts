/** Brings a file of an older release up to date when it is opened: the content service may be away when a new release starts. */
import type { WritingParts } from './content-changes.ts';
import type { DerivedRows } from './derived-rows.ts';
import { parsedJson } from './document-repair.ts';
import type { DocumentLookup } from './document-lookup.ts';
import { type IncomingDocument, incomingDocument, parsedBy } from './reading/incoming-document.ts';
import type { ReplicaDatabase } from './file/replica-database.ts';
import { derivedVersion } from './file/schema.ts';

export class Renewal {
  readonly #database: ReplicaDatabase;
  readonly #lookup: DocumentLookup;
  readonly #derived: DerivedRows;
  readonly #change: (documents: Iterable<IncomingDocument>) => void;

  constructor(
    { database, lookup, derived }: Pick<WritingParts, 'database' | 'lookup' | 'derived'>,
    change: (documents: Iterable<IncomingDocument>) => void,
  ) {
    this.#database = database;
    this.#lookup = lookup;
    this.#derived = derived;
    this.#change = change;
  }

  /** What is derived from the documents is no longer right; `renew` then makes it anew. */
  forgetDerived(): void {
    this.#database.run("DELETE FROM facts WHERE name = 'derived'");
  }

  /** Reads nothing but two facts when the file is of this release. */
  renew(): void {
    if (this.#fact('derived') !== derivedVersion)
      this.#derived.transaction(() => {
        this.#derived.derive(this.#lookup.addresses());
        this.#setFact('derived', derivedVersion);
      });
    // A new release may parse the same wire differently.
    if (this.#fact('parser') === parsedBy) return;
    this.#change(this.#stored());
    this.#setFact('parser', parsedBy);
  }

  /** Each document as its feed delivered it. */
  *#stored(): Generator<IncomingDocument> {
    for (const address of this.#lookup.addresses()) {
      const wire = parsedJson(this.#lookup.wireText(address));
      const incoming = incomingDocument({ ...address, wire: wire ?? null, source: 'replica' });
      // A document whose wire cannot be read keeps its parsed version until the feed delivers it again.
      if (incoming.id === address.id) yield incoming;
    }
  }

  #fact(name: string): unknown {
    return this.#database.get('SELECT value FROM facts WHERE name = ?', name)?.['value'];
  }

  #setFact(name: string, value: string): void {
    this.#database.run('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)', name, value);
  }
}
