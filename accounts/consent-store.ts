/**
 * Proof of consent (R43): every decision is appended, none is ever changed. While the database cannot be reached, decisions wait
 * in the spool, a file of the data folder (`consent-spool.ts`), so that a lost database neither blocks a visitor nor loses a proof.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { ConsentDecision } from './consent-decision.ts';
import { UnknownText, type WriterOptions, createConsentWriter, refusesData } from './consent-rows.ts';
import { type WaitingDecision, createConsentSpool } from './consent-spool.ts';

interface StoreOptions extends WriterOptions {
  spoolFile: string;
  onFault: (message: string, error: unknown) => void;
}

export interface ConsentStore {
  /**
   * @returns `stored` in the database, or `kept` in the spool until the database is back; `unknown-text` when no release of this site ever showed the
   * text that the decision names. @throws when not even the spool can be written.
   */
  record: (decision: ConsentDecision) => Promise<'stored' | 'kept' | 'unknown-text'>;
  /** Stores this release's texts, and moves the waiting decisions into the database. A failure is reported to `onFault`, not thrown. */
  storeWaiting: () => Promise<void>;
}

/** A visitor waits no longer than this for a database that is locked or hangs. */
const insertTimeoutMs = 2000;

export function createConsentStore({ connect, texts, spoolFile, onStored, onFault }: StoreOptions): ConsentStore {
  const spool = createConsentSpool(spoolFile, onFault);
  const { writeTexts, insert } = createConsentWriter({ connect, texts, onStored });

  /** Stores a decision of the spool. @returns the fault with which the database refuses it for ever, or null. @throws when a retry may succeed. */
  async function storeSpooled(entry: WaitingDecision): Promise<unknown> {
    try {
      // A file's lines are in the order of their arrival, but of two claimed files the later one may be stored first.
      await insert(entry, spool.listFiles().length > 1);
    } catch (error) {
      // The line is dropped, because a decision with an unknown text proves nothing.
      if (error instanceof UnknownText) return null;
      if (!refusesData(error)) throw error;
      return error;
    }
    return null;
  }

  let storing: Promise<void> | null = null;
  async function storeAllFiles(): Promise<void> {
    await writeTexts();
    // Claimed files come first. If the database fails at one, the loop ends there, and the spool stays as it is, unclaimed.
    for (const file of spool.listFiles().toSorted().toReversed()) await spool.emptyFile(file, storeSpooled);
  }

  return {
    async record(decision) {
      const entry = { decision, receivedAt: new Date().toISOString() };
      try {
        const timeout = wait(insertTimeoutMs, undefined, { ref: false }).then(() =>
          Promise.reject(new Error('The accounts database does not answer.')),
        );
        // If the insert succeeds after the timeout, the copy in the spool has the same id and is not stored again.
        await Promise.race([insert(entry, spool.listFiles().length > 0), timeout]);
        return 'stored';
      } catch (error) {
        if (error instanceof UnknownText) return 'unknown-text';
        onFault('proof of consent waits in the spool', error);
        spool.append(entry);
        return 'kept';
      }
    },
    storeWaiting() {
      storing ??= storeAllFiles()
        .catch((error: unknown) => onFault('the consent spool could not be emptied', error))
        .finally(() => {
          storing = null;
        });
      return storing;
    },
  };
}
