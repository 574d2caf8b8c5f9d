/** Controls the archive's thread from the main thread, and tells operators what is late. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DatabasePlace } from '../../accounts/database/open-dialect.ts';
import type { OnAlarm } from '../../content/alarm.ts';
import { findProgram } from '../../content/worker-thread.ts';
import { ArchiveSpool } from './archive-spool.ts';
import type { NewEntry, NewestEntry } from './store/archive-writer.ts';

export interface ArchiveThreadData {
  folder: string;
  place: DatabasePlace;
  startedAt: number;
}

/** @param until the newest entry that the spool's complete files have. */
export interface ToArchiveThread {
  kind: 'look' | 'stop';
  until: number;
}
export type FromArchiveThread =
  | { kind: 'newest'; newest: NewestEntry[] }
  | { kind: 'late'; why: string }
  | { kind: 'done'; until: number };

/** Milliseconds between an entry and the look of the thread, so that one transaction stores many. */
const gatherMs = 250;
const defaultPatience = 60_000;
/** Without anything to store, the thread ends after so long, and gives its memory back. */
const idleMs = 20_000;
const restartMs = 1000;
const endTimeoutMs = 10_000;

const program = findProgram('archive-worker', import.meta.url);

interface Options {
  place: DatabasePlace;
  onAlarm: OnAlarm;
  /** Called once the archive is open, with what each subject was last. */
  onNewest: (newest: readonly NewestEntry[]) => void;
  /** Milliseconds after which an entry that is not in the archive raises an alarm, and again each time. */
  patience?: number;
}

export class ArchiveThread {
  readonly #spool: ArchiveSpool;
  readonly #data: ArchiveThreadData;
  readonly #onAlarm: OnAlarm;
  readonly #onNewest: Options['onNewest'];
  #worker: Worker | null = null;
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
    this.#data = { folder, place, startedAt: Date.now() };
    this.#wake();
    this.#checks = setInterval(() => this.#check(patience), patience / 4).unref();
  }

  /** Milliseconds for which the oldest entry has waited; 0 when the archive has all. */
  get lateMs(): number {
    return this.#oldest === null ? 0 : Date.now() - this.#oldest;
  }

  /** Keeps what is served from now on. Never throws, and waits for no database. */
  keep(entry: NewEntry): void {
    this.#spool.append(entry);
    this.#oldest ??= entry.at;
    this.#newest = entry.at;
    this.#gather ??= setTimeout(() => this.#look(), gatherMs);
  }

  #look(): void {
    this.#gather = undefined;
    if (this.#spool.complete()) this.#gathered = this.#newest;
    this.#wake();
  }

  #wake(): void {
    if (!this.#worker) this.#start();
    this.#send('look');
  }

  #send(kind: ToArchiveThread['kind']): void {
    this.#worker?.postMessage({ kind, until: this.#gathered } satisfies ToArchiveThread);
  }

  #start(): void {
    if (!program) throw new Error('The build lacks the thread of the archive.');
    const worker = new Worker(program, { workerData: this.#data });
    this.#worker = worker;
    worker.on('message', (message: FromArchiveThread) => this.#receive(message));
    worker.on('error', (error) => {
      this.#why = String(error);
    });
    worker.on('exit', () => {
      this.#worker = null;
      // It failed, or ended while something came; otherwise the next entry starts it.
      if (this.#oldest !== null) setTimeout(() => !this.#isStopping && this.#wake(), restartMs).unref();
    });
  }

  #receive(message: FromArchiveThread): void {
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
    this.#look();
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
    const timer = setTimeout(() => void worker.terminate(), endTimeoutMs);
    await ended;
    clearTimeout(timer);
  }
}
