/** The rows of the proofs of consent: one for each text that a release shows, and one for each decision (`consent-store.ts`). */
import type { ConsentDecisionTable } from './database/accounts-tables.ts';
import type { AccountsDatabase } from './database/open-accounts-database.ts';
import type { WaitingDecision } from './consent-spool.ts';

/** A consent text that this release can show. */
export interface ConsentText {
  hash: string;
  locale: string;
  revision: number;
  text: string;
}

export interface WriterOptions {
  /** Opens the database, or returns the open one. After a failure, the next decision calls it again. */
  connect: () => Promise<AccountsDatabase>;
  /** Texts of this release by hash. */
  texts: ReadonlyMap<string, ConsentText>;
  /** Called with each decision that is in the database. A repetition after a crash may come again. */
  onStored?: ((row: ConsentDecisionTable) => void) | undefined;
}

interface ConsentWriter {
  /** Stores this release's texts, at the first call. */
  writeTexts: () => Promise<void>;
  /**
   * Stores one decision. @param othersWait true when earlier decisions still wait in files: then the table cannot show whether this one is a repetition.
   * @throws UnknownText
   */
  insert: (entry: WaitingDecision, othersWait: boolean) => Promise<void>;
}

/** The same choice repeated within this time is no new decision. */
const sameDecisionWithinMs = 24 * 60 * 60_000;

/** No release of this site ever showed the text that a decision names. */
export class UnknownText extends Error {}

/** PostgreSQL's error classes 22 and 23: the data is at fault, so every retry would fail. Anything else may be an outage. */
export function refusesData(error: unknown): boolean {
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

export function createConsentWriter({ connect, texts, onStored }: WriterOptions): ConsentWriter {
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

  return { writeTexts, insert };
}
