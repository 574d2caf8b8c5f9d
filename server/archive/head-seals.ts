/**
 * Seals the head of the log each day: it is written where the operator says, and an authority says when it was there. So the owner of this machine cannot write
 * another past.
 */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OnAlarm } from '../../base/alarm.ts';
import { ArchiveReader } from './store/archive-reader.ts';
import { addSeal, hasSeal } from './store/archive-seals.ts';
import type { ArchiveDatabase } from './store/archive-tables.ts';
import type { TreeHead } from './store/merkle-tree.ts';
import { requestTimestamp } from './timestamp.ts';

interface Parts {
  /** @throws when the database cannot be reached. */
  open: () => Promise<ArchiveDatabase>;
  /** A folder outside this machine; empty: none. */
  folder: string;
  /** Address of a time-stamping authority (RFC 3161); empty: none. */
  authority: string;
  onAlarm: OnAlarm;
}

const checkMs = 10 * 60_000;

/** The text that is sealed. */
export function writeHead({ size, root }: TreeHead): string {
  return `${size} ${root.toString('hex')}\n`;
}

export class HeadSeals {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Looks now and then whether the day has its seal. */
  start(): void {
    this.#timer = setInterval(() => void this.seal(new Date()), checkMs).unref();
    void this.seal(new Date());
  }

  /** Seals the head of a day once, for all instances. Never throws: the next look tries again. */
  async seal(now: Date): Promise<void> {
    const { open, folder, authority, onAlarm } = this.#parts;
    const day = now.toISOString().slice(0, 10);
    try {
      const archive = await open();
      if (await hasSeal(archive, day)) return;
      const head = await new ArchiveReader(archive).readHead();
      if (head.size === 0) return;
      const text = writeHead(head);
      const token = authority === '' ? null : await requestTimestamp(authority, text);
      if (folder !== '') {
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, `${day}.txt`), text);
        if (token) await writeFile(join(folder, `${day}.tsr`), token);
        await appendFile(join(folder, 'heads.txt'), `${day} ${text}`);
      }
      await addSeal(archive, { ...head, day, at: now.getTime(), token });
    } catch (error) {
      onAlarm({
        kind: 'archive-late',
        subject: 'archive',
        message: `the head of ${day} is not sealed yet: ${error instanceof Error ? error.message : String(error)}`,
      });
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
