/**
 * The spool: files of the data folder with what was served and is not in the archive yet. An entry is written before the page is served, in one call and without
 * waiting for the disk: a process that is killed loses none. While the disk is full, entries wait in memory.
 */
import { closeSync, mkdirSync, openSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { entryKinds } from './store/archive-tables.ts';
import type { NewEntry } from './store/archive-writer.ts';

/** A file that its process still writes, and one that is complete. */
const [open, complete] = ['.open', '.complete'];
const shape = v.object({
  subject: v.string(),
  at: v.number(),
  kind: v.picklist(entryKinds),
  text: v.string(),
  path: v.exactOptional(v.string()),
  context: v.exactOptional(v.object({ build: v.string(), documents: v.array(v.string()) })),
});
const line = v.pipe(v.string(), v.parseJson(), shape);

/** Characters of entries in memory while they cannot be written. */
const maxWaiting = 64 * 1024 * 1024;

/** It begins on a new line, because a full disk may have cut the last one off. */
function encode(entry: NewEntry): string {
  return `\n${JSON.stringify(entry)}\n`;
}

export class ArchiveSpool {
  readonly #folder: string;
  readonly #prefix: string;
  readonly #onFault: (error: unknown) => void;
  #files = 0;
  #current: { descriptor: number; path: string } | null = null;
  /** Entries that could not be written. */
  #waiting: string[] = [];
  #waitingSize = 0;

  /** @param onFault called when an entry cannot be written now. */
  constructor(folder: string, onFault: (error: unknown) => void) {
    this.#folder = folder;
    this.#prefix = `${Date.now()}-${process.pid}-`;
    this.#onFault = onFault;
  }

  /** Appends an entry. Never throws. */
  append(entry: NewEntry): void {
    const text = encode(entry);
    this.#waiting.push(text);
    this.#waitingSize += text.length;
    this.#write();
  }

  /** Completes the open file, so that the archive can read it. @returns false while entries wait in memory. */
  complete(): boolean {
    this.#write();
    const current = this.#current;
    this.#current = null;
    try {
      if (current) {
        closeSync(current.descriptor);
        renameSync(current.path, current.path.replace(/\.open$/, complete));
      }
      return this.#waiting.length === 0;
    } catch (error) {
      // The folder was taken away.
      this.#onFault(error);
      return false;
    }
  }

  #write(): void {
    if (this.#waiting.length === 0) return;
    try {
      this.#current ??= this.#open();
      // Unlike writeSync, this throws when the disk has room for a part of it.
      writeFileSync(this.#current.descriptor, this.#waiting.join(''));
      this.#waiting = [];
      this.#waitingSize = 0;
    } catch (error) {
      while (this.#waitingSize > maxWaiting) this.#waitingSize -= this.#waiting.shift()?.length ?? this.#waitingSize;
      this.#onFault(error);
    }
  }

  #open(): { descriptor: number; path: string } {
    mkdirSync(this.#folder, { recursive: true });
    this.#files += 1;
    const path = join(this.#folder, `${this.#prefix}${String(this.#files).padStart(6, '0')}${open}`);
    return { path, descriptor: openSync(path, 'a', 0o600) };
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Lists the complete files, the oldest first; those that a dead process left open are complete too. @param startedAt when the site's process began: an older file with its number is of another one. */
export function listSpoolFiles(folder: string, startedAt: number, sitePid = process.pid): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  const isComplete = (name: string) => {
    if (!name.endsWith(open)) return name.endsWith(complete);
    const [moment = 0, pid = 0] = name.split('-').map(Number);
    return pid === sitePid ? moment < startedAt : !isAlive(pid);
  };
  return names
    .filter(isComplete)
    .sort()
    .map((name) => join(folder, name));
}

/** Reads a file's entries. A line that a crash cut off was not served; after one that a full disk cut off, the whole one follows. */
export function readSpoolFile(file: string): NewEntry[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.slice(0, -1).flatMap((text) => {
    const read = v.safeParse(line, text);
    return read.success ? [read.output] : [];
  });
}

export function removeSpoolFile(file: string): void {
  rmSync(file, { force: true });
}
