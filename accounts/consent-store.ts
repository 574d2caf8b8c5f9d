/**
 * Proof of consent (R43): every decision is appended, none is ever changed. While the database cannot be reached, decisions wait
 * in the spool, a file of the data folder (`consent-spool.ts`), so that a lost database neither blocks a visitor nor loses a proof.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { ConsentDecisionTable } from './database/accounts-tables.ts';
import type { AccountsDatabase } from './database/open-accounts-database.ts';
import type { ConsentDecision } from './consent-decision.ts';
import { type WaitingDecision, createConsentSpool } from './consent-spool.ts';

/** A consent text that this release can show. */
export interface ConsentText {
  hash: string;
  locale: string;
  revision: number;
  text: string;
}

interface Parts {
  /** Opens the database, or returns the open one. After a failure, the next decision calls it again. */
  connect: () => Promise<AccountsDatabase>;
  /** Texts of this release by hash. */
  texts: ReadonlyMap<string, ConsentText>;
  spoolFile: string;
  /** Called with each decision that is in the database. A repetition after a crash may come again. */
  onStored?: (row: ConsentDecisionTable) => void;
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
/** The same choice repeated within this time is no new decision. */
const sameDecisionWithinMs = 24 * 60 * 60_000;

class UnknownText extends Error {}

/** PostgreSQL's error classes 22 and 23: the data is at fault, so every retry would fail. Anything else may be an outage. */
function refusesData(error: unknown): boolean {
  return /^2[23]/.test(String((error as { code?: unknown } | null)?.code));
}

/** Checks whether a decision repeats the previous one within a day. */
async function isRepetition(db: AccountsDatabase['db'], row: ConsentDecisionTable): Promise<boolean> {
  const previous = await db
    .selectFrom('consent_decision')
    .selectAll()
    .where('consent_id', '=', row.consent_id)
    // A decision that waited in the spool is inserted after later ones, which do not count.
    .where('received_at', '<=', row.received_at)
    .orderBy('received_at', 'desc')
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!previous || Date.parse(row.received_at) - Date.parse(previous.received_at) >= sameDecisionWithinMs) return false;
  return (['first_consent_at', 'categories', 'services', 'revision', 'text_hash', 'locale', 'source'] as const).every(
    (name) => previous[name] === row[name],
  );
}

export function createConsentStore({ connect, texts, spoolFile, onStored, onFault }: Parts): ConsentStore {
  const spool = createConsentSpool(spoolFile, onFault);
  let textsWritten = false;
  async function writeTexts(): Promise<void> {
    if (textsWritten || texts.size === 0) return;
    const { db } = await connect();
    const rows = [...texts.values()].map((text) => ({ ...text, first_used_at: new Date().toISOString() }));
    await db
      .insertInto('consent_text')
      .values(rows)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
    textsWritten = true;
  }

  /**
   * Stores one decision. @param othersWait true when earlier decisions still wait in files: then the table cannot show whether this one is a repetition.
   * @throws UnknownText
   */
  async function insert({ decision, receivedAt }: WaitingDecision, othersWait: boolean): Promise<void> {
    const { db } = await connect();
    await writeTexts();
    // A page of an earlier release may still be open: its text is in the table.
    if (
      !texts.has(decision.textHash) &&
      !(await db.selectFrom('consent_text').select('hash').where('hash', '=', decision.textHash).executeTakeFirst())
    )
      throw new UnknownText();
    const row = {
      id: decision.id,
      consent_id: decision.consentId,
      received_at: receivedAt,
      first_consent_at: decision.firstConsentAt,
      decided_at: decision.decidedAt,
      categories: JSON.stringify(decision.categories),
      services: JSON.stringify(decision.services),
      revision: decision.revision,
      text_hash: decision.textHash,
      locale: decision.locale,
      source: decision.source,
    };
    if (!othersWait && (await isRepetition(db, row))) return;
    await db
      .insertInto('consent_decision')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    onStored?.(row);
  }

  /** Stores a decision of the spool. @returns the fault with which the database refuses it for ever, or null. @throws when a retry may succeed. */
  async function storeSpooled(entry: WaitingDecision): Promise<unknown> {
    try {
      // A file's lines are in the order of their arrival, but of two parts the later one may be stored first.
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
    // Parts come first. If the database fails at one, the loop ends there, and the spool does not become a further part.
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
