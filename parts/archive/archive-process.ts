/** Controls the process that writes the archive, and raises an alarm when entries are late. A process, because a thread would not free its memory. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { DatabasePlace } from '../../base/database/open-dialect.ts';
import type { OnAlarm } from '../../base/alarm.ts';
import { findProgram } from '../../base/worker-thread.ts';
import { ArchiveSpool } from './archive-spool.ts';
import type { NewEntry, NewestEntry } from './store/archive-writer.ts';

export interface ArchiveSource {
  folder: string;
  place: DatabasePlace;
  /** When the site's process began, in milliseconds since 1970, and its number. */
  startedAt: number;
  pid: number;
}

/** `until` is the newest entry that the spool's complete files have. */
export type ToArchiveProcess = { kind: 'begin'; source: ArchiveSource } | { kind: 'store' | 'stop'; until: number };
export type FromArchiveProcess =
  | { kind: 'newest'; newest: NewestEntry[] }
  | { kind: 'late'; why: string }
  | { kind: 'done'; until: number };

/** Milliseconds until the process stores an entry, so that one transaction stores many. */
const gatherMs = 250;
const defaultPatience = 60_000;
/** Without anything to store, the process ends after so long. */
const idleMs = 20_000;
const restartMs = 1000;
const endTimeoutMs = 10_000;

const program = findProgram('archive-worker', import.meta.url);

interface Options {
  place: DatabasePlace;
  onAlarm: OnAlarm;
  /** Called once the archive is open, with the newest entry of each subject. */
  onNewest: (newest: readonly NewestEntry[]) => void;
  /** Milliseconds after which an entry that is not in the archive raises an alarm, and again each time. */
  patience?: number;
}

export class ArchiveProcess {
  readonly #spool: ArchiveSpool;
  readonly #source: ArchiveSource;
  readonly #onAlarm: OnAlarm;
  readonly #onNewest: Options['onNewest'];
  #worker: ChildProcess | null = null;
  #gather: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #checks: NodeJS.Timeout;
  /** The oldest entry that may not be in the archive, in milliseconds since 1970; null when all are. */
  #oldest: number | null = null;
  #newest = 0;
  #gathered = 0;
  #why = '';
  #isStopping = false;

  constructor({ place, onAlarm, onNewest, patience = defaultPatience }: Options) {
    const folder = join(place.dataDir, 'archive');
    this.#onAlarm = onAlarm;
    this.#onNewest = onNewest;
    this.#spool = new ArchiveSpool(folder, (error) => {
      this.#why = String(error);
    });
    this.#source = { folder, place, startedAt: Date.now(), pid: process.pid };
    this.#wake();
    this.#checks = setInterval(() => this.#check(patience), patience / 4).unref();
  }

  /** Milliseconds for which the oldest entry has waited; 0 when the archive has all. */
  get lateMs(): number {
    return this.#oldest === null ? 0 : Date.now() - this.#oldest;
  }

  /** Records an entry. Never throws, and waits for no database. */
  record(entry: NewEntry): void {
    this.#spool.append(entry);
    this.#oldest ??= entry.at;
    this.#newest = entry.at;
    this.#gather ??= setTimeout(() => this.#store(), gatherMs);
  }

  #store(): void {
    this.#gather = undefined;
    if (this.#spool.complete()) this.#gathered = this.#newest;
    this.#wake();
  }

  #wake(): void {
    if (!this.#worker) this.#start();
    this.#send('store');
  }

  #send(kind: 'store' | 'stop'): void {
    this.#write({ kind, until: this.#gathered });
  }

  #write(message: ToArchiveProcess): void {
    // A process that has just ended takes no message; its end is noticed by itself.
    if (this.#worker?.connected) this.#worker.send(message, () => undefined);
  }

  #start(): void {
    if (!program) throw new Error('The build lacks the program that writes the archive.');
    const worker = fork(program, [], { serialization: 'advanced' });
    this.#worker = worker;
    this.#write({ kind: 'begin', source: this.#source });
    worker.on('message', (message) => this.#receive(message as FromArchiveProcess));
    worker.on('error', (error) => {
      this.#why = String(error);
    });
    worker.on('exit', () => {
      this.#worker = null;
      // It failed, or ended while something came; otherwise the next entry starts it.
      if (this.#oldest !== null) setTimeout(() => !this.#isStopping && this.#wake(), restartMs).unref();
    });
  }

  #receive(message: FromArchiveProcess): void {
    if (message.kind === 'newest') this.#onNewest(message.newest);
    if (message.kind === 'late') this.#why = message.why;
    if (message.kind !== 'done') return;
    this.#why = '';
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#send('stop'), idleMs).unref();
    this.#oldest = this.#newest > message.until ? message.until : null;
  }

  #check(patience: number): void {
    if (this.lateMs < patience) return;
    const seconds = Math.round(this.lateMs / 1000);
    this.#onAlarm({
      kind: 'archive-late',
      subject: 'archive',
      message: `what was served ${seconds} s ago is not in the archive yet; it waits in the data folder: ${this.#why}`,
    });
    this.#store();
  }

  /** Resolves when all entries are in the archive, or the database cannot be reached: the next start then stores them. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#gather);
    clearTimeout(this.#idle);
    clearInterval(this.#checks);
    this.#spool.complete();
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    this.#send('stop');
    const timer = setTimeout(() => worker.kill('SIGKILL'), endTimeoutMs);
    await ended;
    clearTimeout(timer);
  }
}
