/** What will be at a future moment: the releases that are planned until then, as changes of today's content. */
import { LRUCache } from 'lru-cache';
import { type DocumentAddress, documentKey } from '../../content/document-address.ts';
import type { Changes } from '../../content/replica/replica-interface.ts';
import type { Replica } from '../../content/replica/replica.ts';
import type { WireText } from '../../content/replica/wire-text.ts';
import type { LedgerClient } from '../../server/content/ledger-client.ts';
import { type PreviewDrafts, copyShared } from '../../server/content/preview-drafts.ts';

/** Milliseconds for which a walk through pages asks Strapi once. */
const freshMs = 10_000;
const momentsKept = 8;

export class PlannedDays {
  readonly #ledger: Pick<LedgerClient, 'readPlanned'> | null;
  readonly #drafts: PreviewDrafts;
  readonly #replica: Replica;
  readonly #read = new LRUCache<number, Promise<Changes>>({ max: momentsKept, ttl: freshMs });

  /** @param ledger null without Strapi: then nothing is planned. */
  constructor(ledger: Pick<LedgerClient, 'readPlanned'> | null, drafts: PreviewDrafts, replica: Replica) {
    this.#ledger = ledger;
    this.#drafts = drafts;
    this.#replica = replica;
  }

  /** Reads what changes until a moment, in milliseconds since 1970. @throws when Strapi does not answer. */
  read(moment: number): Promise<Changes> {
    const known = this.#read.get(moment);
    if (known) return known;
    const changes = this.#fetch(moment);
    this.#read.set(moment, changes);
    changes.catch(() => this.#read.delete(moment));
    return changes;
  }

  async #fetch(moment: number): Promise<Changes> {
    const planned = (await this.#ledger?.readPlanned(new Date(moment))) ?? [];
    /** A later release may take down what an earlier one publishes. */
    const last = new Map(planned.map((change) => [documentKey(change.document), change]));
    const published = [...last.values()].filter(({ action }) => action === 'publish');
    const removed: DocumentAddress[] = [...last.values()]
      .filter(({ action }) => action === 'withdraw')
      .map(({ document }) => document);
    if (published.length === 0) return { documents: [], removed, media: [] };
    const { documents: drafts, media } = await this.#drafts.fetch(published.map(({ document }) => document));
    // A document comes in all its languages.
    const documents = (drafts as WireText[]).filter((draft) => last.get(documentKey(draft))?.action === 'publish');
    const copies = documents.flatMap((draft) =>
      copyShared(this.#replica, draft, last.get(documentKey(draft))?.shared ?? []).filter(
        ({ locale }) => !last.has(documentKey({ type: draft.type, id: draft.id, locale })),
      ),
    );
    return { documents: [...copies, ...documents], removed, media };
  }
}
