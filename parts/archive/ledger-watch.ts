/**
 * Ties the archive to the ledger of the content service: after each change, the ledger's newest row becomes an entry of the log, and a document whose live
 * version is not the approved one raises an alarm.
 */
import type { OnAlarm } from '../../base/alarm.ts';
import { type DocumentAddress, documentKey } from '../../content/document-address.ts';
import { showDifference } from './changed-words.ts';
import type { LedgerClient } from '../../server/content/ledger-client.ts';
import type { NewEntry } from './store/archive-writer.ts';

interface Options {
  ledger: Pick<LedgerClient, 'readRow' | 'findUnapproved'>;
  record: (entry: NewEntry) => void;
  /** The addresses that show a document. */
  findShowing: (document: DocumentAddress) => string[];
  onAlarm: OnAlarm;
  /** Milliseconds after a change, because others often follow. */
  gatherMs?: number;
}

/** Milliseconds until the next question after a failure. */
const retryMs = 10_000;
const documentsAtOnce = 50;
/** Addresses that an alarm names. */
const namedAddresses = 3;

export class LedgerWatch {
  readonly #options: Options;
  readonly #documents = new Map<string, DocumentAddress>();
  #timer: NodeJS.Timeout | undefined;
  #asking: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Enqueues documents that changed. */
  enqueue(documents: Iterable<DocumentAddress>): void {
    for (const document of documents) this.#documents.set(documentKey(document), document);
    this.#plan(this.#options.gatherMs ?? 2000);
  }

  #plan(ms: number): void {
    if (this.#isStopping) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#asking = this.#ask();
    }, ms).unref();
  }

  async #ask(): Promise<void> {
    const { ledger, record } = this.#options;
    try {
      const row = await ledger.readRow();
      if (row) record({ subject: 'ledger', at: Date.now(), kind: 'ledger', text: `${row.seq} ${row.hash}` });
      while (this.#documents.size > 0 && !this.#isStopping) {
        const part = [...this.#documents].slice(0, documentsAtOnce);
        for (const unapproved of await ledger.findUnapproved(part.map(([, document]) => document)))
          this.#report(unapproved);
        for (const [name, document] of part) if (this.#documents.get(name) === document) this.#documents.delete(name);
      }
    } catch {
      // The content service is away, and the sync says so.
      this.#plan(retryMs);
    }
  }

  #report({ document, approved, live }: Awaited<ReturnType<LedgerClient['findUnapproved']>>[number]): void {
    const addresses = this.#options.findShowing(document);
    const more = addresses.length > namedAddresses ? ` and ${addresses.length - namedAddresses} more` : '';
    this.#options.onAlarm({
      kind: 'not-approved',
      subject: documentKey(document),
      message: `${addresses.slice(0, namedAddresses).join(', ') || 'no page'}${more} shows what the ledger does not have: ${showDifference(approved.join(' '), live.join(' '))}`,
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#asking;
  }
}
