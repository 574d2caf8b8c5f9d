/** The spool: files of the data folder with the consent decisions that wait while the database cannot be reached (`consent-store.ts`). */
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
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { consentDecision } from './consent-decision.ts';
import { keepPlaces } from '../base/kept-place.ts';

const waitingDecision = v.object({ decision: consentDecision, receivedAt: v.string() });

export type WaitingDecision = v.InferOutput<typeof waitingDecision>;

/** Size of all waiting decisions: enough for a day without the database. Beyond it, browsers keep their proofs and send them again. */
const maxSpoolBytes = 32 * 1024 * 1024;

interface ConsentSpool {
  /** Appends a decision. @throws when it may be missing at the next start: the disk is full, or the data folder was replaced. */
  append: (entry: WaitingDecision) => void;
  /** Lists the files with waiting decisions: the spool, and the claimed files (`emptyFile`), which a process is emptying or a crash has left. */
  listFiles: () => string[];
  /**
   * Passes a file's decisions to `store` in the order of their arrival, and deletes the file. The process first claims the file by a new name: no
   * process appends to a claimed file, and only the process that stored all of it removes it.
   * @param store returns the fault with which the database refuses a decision for ever, or null. @throws what `store` throws; the claimed file then stays.
   */
  emptyFile: (file: string, store: (entry: WaitingDecision) => Promise<unknown>) => Promise<void>;
}

export function createConsentSpool(
  spoolFile: string,
  onFault: (message: string, error: unknown) => void,
): ConsentSpool {
  const folder = dirname(spoolFile);
  const throwIfFolderWasReplaced = keepPlaces(folder);

  function listFiles(): string[] {
    try {
      const names = readdirSync(folder).filter((name) => name.startsWith(basename(spoolFile)));
      return names.filter((name) => !name.endsWith('.refused')).map((name) => join(folder, name));
    } catch {
      return [];
    }
  }

  function append(entry: WaitingDecision): void {
    throwIfFolderWasReplaced();
    mkdirSync(folder, { recursive: true });
    const sizes = listFiles().map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
    const waitingBytes = sizes.reduce((sum, size) => sum + size, 0);
    if (waitingBytes > maxSpoolBytes) throw new Error('The consent spool is full.');
    const file = openSync(spoolFile, 'a', 0o600);
    let isStillSpool: boolean;
    try {
      // It begins on a new line, because the last one may have been cut off. Unlike writeSync, this throws when the disk has room for half of it.
      writeFileSync(file, `\n${JSON.stringify(entry)}\n`);
      fsyncSync(file);
      isStillSpool = fstatSync(file).ino === statSync(spoolFile, { throwIfNoEntry: false })?.ino;
      throwIfFolderWasReplaced();
    } finally {
      closeSync(file);
    }
    // Another process has renamed the file meanwhile, and may have read it before this entry was in it. A decision in two files is stored once.
    if (!isStillSpool) append(entry);
  }

  /** Appends a line that can never become a row to a file next to the spool, for an operator. */
  function setAside(line: string, why: string, fault: unknown): void {
    appendFileSync(`${spoolFile}.refused`, `${line}\n`, { mode: 0o600, flush: true });
    onFault(why, fault);
  }

  async function emptyFile(file: string, store: (entry: WaitingDecision) => Promise<unknown>): Promise<void> {
    const claimedFile = `${spoolFile}.part-${randomUUID()}`;
    let lines: string[];
    try {
      renameSync(file, claimedFile);
      lines = readFileSync(claimedFile, 'utf8').split('\n').filter(Boolean);
    } catch (error) {
      // Another process has just renamed it.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw error;
    }
    for (const line of lines) {
      const entry = v.safeParse(waitingDecision, parseJson(line));
      if (!entry.success) {
        setAside(line, 'a line of the consent spool cannot be read', line);
        continue;
      }
      const fault = await store(entry.output);
      if (fault !== null) setAside(line, 'the database refuses a line of the consent spool', fault);
    }
    rmSync(claimedFile, { force: true });
  }

  return { append, listFiles, emptyFile };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
