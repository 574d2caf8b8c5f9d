/** Controls the archive's thread from the main thread, and tells operators what is late. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DatabasePlace } from '../../accounts/database/open-dialect.ts';
import type { OnAlarm } from '../../content/alarm.ts';
import { findProgram } from '../../content/worker-thread.ts';
import { ArchiveSpool } from './archive-spool.ts';
import type { NewEntry, NewestEntry } from './archive-writer.ts';

export interface ArchiveThreadData {
  folder: string;
  place: DatabasePlace;
  startedAt: number;
}

export type ToArchiveThread = { kind: 'look' } | { kind: 'stop' };
export type FromArchiveThread =
  | { kind: 'newest'; newest: NewestEntry[] }
  | { kind: 'stored'; added: number }
  | { kind: 'late'; why: string }
  | { kind: 'done' };

/** Milliseconds between an entry and the look of the thread, so that one transaction stores many. */
const gatherMs = 250;
/** After so long, an entry that is not in the archive raises an alarm, and again each time. */
const lateMs = 60_000;
const restartMs = 1000;
const endTimeoutMs = 10_000;

const program = findProgram('archive-worker', import.meta.url);

interface Options {
  place: DatabasePlace;
  onAlarm: OnAlarm;
  /** Called once the archive is open, with what each subject was last. */
  onNewest: (newest: readonly NewestEntry[]) => void;
}

export class ArchiveThread {
  readonly #spool: ArchiveSpool;
  readonly #data: ArchiveThreadData;
  readonly #onAlarm: OnAlarm;
  readonly #onNewest: Options['onNewest'];
  #worker: Worker | null = null;
  #gather: NodeJS.Timeout | undefined;
  readonly #checks: NodeJS.Timeout;
  /** The oldest entry that may not be in the archive, in milliseconds since 1970; null when all are. */
  #oldest: number | null = null;
  #newest = 0;
  #gathered = 0;
  #why = '';
  #isStopping = false;

  constructor({ place, onAlarm, onNewest }: Options) {
    const folder = join(place.dataDir, 'archive');
    this.#onAlarm = onAlarm;
    this.#onNewest = onNewest;
    this.#spool = new ArchiveSpool(folder, (error) => {
      this.#why = String(error);
    });
    this.#data = { folder, place, startedAt: Date.now() };
    this.#start();
    this.#checks = setInterval(() => this.#check(), lateMs / 4).unref();
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
    if (!this.#spool.complete()) return;
    this.#gathered = this.#newest;
    this.#send({ kind: 'look' });
  }

  #send(message: ToArchiveThread): void {
    this.#worker?.postMessage(message);
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
      if (!this.#isStopping) setTimeout(() => !this.#isStopping && this.#start(), restartMs).unref();
    });
  }

  #receive(message: FromArchiveThread): void {
    if (message.kind === 'newest') this.#onNewest(message.newest);
    if (message.kind === 'late') this.#why = message.why;
    if (message.kind !== 'done') return;
    this.#why = '';
    this.#oldest = this.#newest > this.#gathered ? this.#gathered : null;
  }

  #check(): void {
    if (this.lateMs < lateMs) return;
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
    clearInterval(this.#checks);
    this.#spool.complete();
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    this.#send({ kind: 'stop' });
    const timer = setTimeout(() => void worker.terminate(), endTimeoutMs);
    await ended;
    clearTimeout(timer);
  }
}
