/**
 * A CDN that has dropped a page asks any instance for it: so nothing is purged before every instance has the change, and then only one of them
 * purges: of those that wait to, the one whose name sorts first. An instance that hangs is waited for until its own poll would have found the change;
 * when it has the change at last, it purges once more, itself.
 */
import type { DocumentAddress } from '../../content/document-address.ts';
import { type DocumentType, type Locale } from '../../content/model.ts';
import { isLocale } from '../../content/locales.ts';

export interface VersionedDocument extends DocumentAddress {
  /** Null for a document that visitors do not get. */
  version: string | null;
}

/** What this instance knows of documents that are to be purged, by their position in the list. */
export interface PurgesHere {
  /** `behind`: those that it has in another version. `waiting`: those that it is about to purge itself. */
  standing: (documents: readonly VersionedDocument[]) => { behind: number[]; waiting: number[] };
  onPurged: (documents: readonly VersionedDocument[], by: string) => void;
}

/** What the other instances know, by position. */
export interface PurgeStanding {
  /** Those that another instance has in another version; all of them when one did not answer. */
  behind: ReadonlySet<number>;
  /** The names of the others that are about to purge a document. */
  waiting: ReadonlyMap<number, string[]>;
}

/** The part of `server/content/instances.ts` that purges need. */
export interface OtherInstances {
  name: string;
  /** Answers the others' questions from now on. */
  onPurges: (purges: PurgesHere) => void;
  /** Asks every other instance about documents. Null: there is no other, or Valkey is away. Takes 300 ms when one does not answer. */
  standing: (documents: readonly VersionedDocument[]) => Promise<PurgeStanding | null>;
  /** Tells the others that these versions have been purged. */
  purged: (documents: readonly VersionedDocument[]) => void;
}

/** A larger change is not compared: each instance purges it when it has it. */
const mostCompared = 500;
/** Milliseconds: longer than the interval of the poll by which an instance finds a change that nobody told it of. */
const usualPatience = 15_000;

/** The documents that tags name; null when there are too many, or none: a new day, a start. */
function documentsOf(tags: ReadonlySet<string>): DocumentAddress[] | null {
  const documents: DocumentAddress[] = [];
  for (const tag of tags) {
    const [kind, type, ...rest] = tag.split(':');
    const locale = rest.pop();
    if (kind !== 'doc' || !isLocale(locale)) continue;
    documents.push({ type: type as DocumentType, id: rest.join(':'), locale: locale satisfies Locale });
  }
  return documents.length > 0 && documents.length <= mostCompared ? documents : null;
}

const nameOf = ({ type, id, locale }: DocumentAddress) => `${type}/${id}.${locale}`;

interface Open {
  id: string;
  left: Map<string, DocumentAddress>;
  patientUntil: number;
  /** What every instance had when the purge was allowed; empty when nobody could say so. */
  agreed: readonly VersionedDocument[];
}

export class PurgeAgreement {
  readonly #instances: OtherInstances;
  readonly #versionOf: (document: DocumentAddress) => string | null;
  readonly #patienceMs: number;
  readonly #open = new Map<string, Open>();

  /** @param onDone called with the id of a purge that another instance has done, and its name. */
  constructor(
    instances: OtherInstances,
    versionOf: (document: DocumentAddress) => string | null,
    onDone: (id: string, by: string) => void,
    patienceMs = usualPatience,
  ) {
    this.#instances = instances;
    this.#versionOf = versionOf;
    this.#patienceMs = patienceMs;
    instances.onPurges({
      standing: (documents) => this.#standing(documents),
      onPurged: (documents, by) => {
        for (const id of this.#purged(documents)) onDone(id, by);
      },
    });
  }

  /** Begins to ask about a change. @returns what its purge needs; nothing when there is nothing to agree about. */
  about(id: string, tags: ReadonlySet<string>): { mayGo?: () => Promise<boolean>; onDone?: () => void } {
    const documents = documentsOf(tags);
    if (!documents) return {};
    this.#open.set(id, {
      id,
      left: new Map(documents.map((document) => [nameOf(document), document])),
      patientUntil: performance.now() + this.#patienceMs,
      agreed: [],
    });
    return {
      mayGo: () => this.#mayGo(id),
      onDone: () => {
        // Others drop their own purge only of what they had when this one went out: what they got later, the CDN may have asked them for before.
        const agreed = this.#open.get(id)?.agreed ?? [];
        this.#open.delete(id);
        if (agreed.length > 0) this.#instances.purged(agreed);
      },
    };
  }

  #versioned(documents: readonly DocumentAddress[]): VersionedDocument[] {
    return documents.map(({ type, id, locale }) => ({
      type,
      id,
      locale,
      version: this.#versionOf({ type, id, locale }),
    }));
  }

  async #mayGo(id: string): Promise<boolean> {
    const open = this.#open.get(id);
    if (!open || performance.now() > open.patientUntil) return true;
    const documents = this.#versioned([...open.left.values()]);
    const others = await this.#instances.standing(documents);
    if (!others) return true;
    const firstOfAll = [...others.waiting.values()].flat().every((name) => this.#instances.name < name);
    const agreed = others.behind.size === 0 && firstOfAll;
    if (agreed) open.agreed = documents;
    return agreed;
  }

  #isHere({ type, id, locale, version }: VersionedDocument): boolean {
    return this.#versionOf({ type, id, locale }) === version;
  }

  #standing(documents: readonly VersionedDocument[]): { behind: number[]; waiting: number[] } {
    const waited = new Set([...this.#open.values()].flatMap(({ left }) => [...left.keys()]));
    const where = (is: (document: VersionedDocument) => boolean) =>
      documents.flatMap((document, index) => (is(document) ? [index] : []));
    return { behind: where((one) => !this.#isHere(one)), waiting: where((one) => waited.has(nameOf(one))) };
  }

  /** @returns the ids of the purges that are done with these. */
  #purged(documents: readonly VersionedDocument[]): string[] {
    const names = documents.filter((one) => this.#isHere(one)).map(nameOf);
    const done: string[] = [];
    for (const { id, left } of this.#open.values()) {
      for (const name of names) left.delete(name);
      if (left.size > 0) continue;
      this.#open.delete(id);
      done.push(id);
    }
    return done;
  }
}
