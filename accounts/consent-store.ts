/**
 * Proof of consent (R43): every decision is appended, none is ever changed. While the database cannot be reached, decisions wait
 * in the spool, a file of the data folder, so that a lost database neither blocks a visitor nor loses a proof.
 */
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import type { ConsentDecisionTable } from './database/accounts-tables.ts';
import type { AccountsDatabase } from './database/open-accounts-database.ts';
import { type ConsentDecision, consentDecision } from './consent-decision.ts';
import { keepPlaces } from './kept-place.ts';

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
  onFault: (message: string, error: unknown) => void;
}

interface Spooled {
  decision: ConsentDecision;
  receivedAt: string;
}

export interface ConsentStore {
  /**
   * @returns `stored` in the database, or `kept` in the spool until the database is back; `unknown-text` when no release of this site ever showed the
   * text that the decision names. @throws when not even the spool can be written.
   */
  record: (decision: ConsentDecision) => Promise<'stored' | 'kept' | 'unknown-text'>;
  /** Stores this release's texts, and moves the waiting decisions into the database. A failure is reported to `onFault`, not thrown. */
  drain: () => Promise<void>;
}

const spooled = v.object({ decision: consentDecision, receivedAt: v.string() });

/** A visitor waits no longer than this for a database that is locked or hangs. */
const insertTimeoutMs = 2000;
/** Size of all waiting decisions: enough for a day without the database. Beyond it, browsers keep their proofs and send them again. */
const maxSpoolBytes = 32 * 1024 * 1024;
/** The same choice repeated within this time is no new decision. */
const sameDecisionWithinMs = 24 * 60 * 60_000;

class UnknownText extends Error {}

/** PostgreSQL's error classes 22 and 23: the data is at fault, so every retry would fail. Anything else may be an outage. */
function refusesData(error: unknown): boolean {
  return /^2[23]/.test(String((error as { code?: unknown } | null)?.code));
}

/** Checks whether a decision repeats the previous one within a day. */
async function repeats(db: AccountsDatabase['db'], row: ConsentDecisionTable): Promise<boolean> {
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

export function createConsentStore({ connect, texts, spoolFile, onFault }: Parts): ConsentStore {
  const folder = dirname(spoolFile);
  const throwIfFolderWasReplaced = keepPlaces(folder);
  /** Lists the files with waiting decisions: the spool, and its parts (`drainFile`), which a process is emptying or a crash has left. */
  function listWaitingFiles(): string[] {
    try {
      const names = readdirSync(folder).filter((name) => name.startsWith(basename(spoolFile)));
      return names.filter((name) => !name.endsWith('.refused')).map((name) => join(folder, name));
    } catch {
      return [];
    }
  }
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
  async function insert({ decision, receivedAt }: Spooled, othersWait: boolean): Promise<void> {
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
    if (!othersWait && (await repeats(db, row))) return;
    await db
      .insertInto('consent_decision')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  /** Appends an entry to the spool. @throws when the entry may be missing at the next start: the disk is full, or the data folder was replaced. */
  function spool(entry: Spooled): void {
    throwIfFolderWasReplaced();
    mkdirSync(folder, { recursive: true });
    if (
      listWaitingFiles().reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0) >
      maxSpoolBytes
    )
      throw new Error('The consent spool is full.');
    const file = openSync(spoolFile, 'a', 0o600);
    let isStillSpool: boolean;
    try {
      writeSync(file, `${JSON.stringify(entry)}\n`);
      fsyncSync(file);
      isStillSpool = fstatSync(file).ino === statSync(spoolFile, { throwIfNoEntry: false })?.ino;
      throwIfFolderWasReplaced();
    } finally {
      closeSync(file);
    }
    // Another process has renamed the file meanwhile, and may have read it before this entry was in it. A decision in two files is stored once.
    if (!isStillSpool) spool(entry);
  }

  /** Appends a line that can never become a row to a file next to the spool, for an operator. */
  function setAside(line: string, why: string, fault: unknown): void {
    appendFileSync(`${spoolFile}.refused`, `${line}\n`, { mode: 0o600, flush: true });
    onFault(why, fault);
  }

  let draining: Promise<void> | null = null;
  async function drainOnce(): Promise<void> {
    await writeTexts();
    // Parts come first. If the database fails at one, the loop ends there, and the spool does not become a further part.
    for (const file of listWaitingFiles().toSorted().toReversed()) await drainFile(file);
  }

  /** Moves a file's decisions into the database. The file first becomes a part, with a new name: no process appends to a part, and only the process that stored all of it removes it. */
  async function drainFile(file: string): Promise<void> {
    const part = `${spoolFile}.part-${randomUUID()}`;
    let lines: string[];
    try {
      renameSync(file, part);
      lines = readFileSync(part, 'utf8').split('\n').filter(Boolean);
    } catch (error) {
      // Another process has just renamed it.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw error;
    }
    for (const line of lines) {
      const entry = v.safeParse(spooled, parseJson(line));
      if (!entry.success) {
        setAside(line, 'a line of the consent spool cannot be read', line);
        continue;
      }
      try {
        await insert(entry.output, false);
      } catch (error) {
        // The line is dropped, because a decision with an unknown text proves nothing.
        if (error instanceof UnknownText) continue;
        if (!refusesData(error)) throw error;
        setAside(line, 'the database refuses a line of the consent spool', error);
      }
    }
    rmSync(part, { force: true });
  }

  return {
    async record(decision) {
      const entry = { decision, receivedAt: new Date().toISOString() };
      try {
        const timeout = wait(insertTimeoutMs, undefined, { ref: false }).then(() =>
          Promise.reject(new Error('The accounts database does not answer.')),
        );
        // If the insert succeeds after the timeout, the copy in the spool has the same id and is not stored again.
        await Promise.race([insert(entry, listWaitingFiles().length > 0), timeout]);
        return 'stored';
      } catch (error) {
        if (error instanceof UnknownText) return 'unknown-text';
        onFault('proof of consent waits in the spool', error);
        spool(entry);
        return 'kept';
      }
    },
    drain() {
      draining ??= drainOnce()
        .catch((error: unknown) => onFault('the consent spool could not be emptied', error))
        .finally(() => {
          draining = null;
        });
      return draining;
    },
  };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
