/**
 * Controls the content thread (`content-worker.ts`) from the main thread. Only the content thread fetches, parses, writes and indexes what Strapi publishes. This
 * thread reads the replica as it was at the last announced change, so a page never mixes former and new content.
 */
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Alarm, OnAlarm } from '../../base/alarm.ts';
import type { StrapiClientOptions } from '../../content/feed/strapi-client.ts';
import type { ChangeCause, Hint, SyncStatus, SyncTimes } from '../../content/feed/strapi-sync.ts';
import type { Damage, Replica } from '../../content/replica/replica.ts';
import type { Reader } from '../../content/replica/reader.ts';
import { type SpanAttributes, traced } from '../../base/tracing.ts';
import { findProgram } from '../../base/worker-thread.ts';

export interface ContentThreadData {
  /** Location of the replica, from `Replica.storage`. */
  location: string;
  strapi: StrapiClientOptions;
  mediaFolder: string;
  times: Partial<SyncTimes>;
}

export type ToContentThread =
  | { kind: 'hint'; hints: readonly Hint[] }
  /** A full sync; the answer is `done` with the same id. */
  | { kind: 'everything'; id: number; confirmShrink: boolean }
  /** Visitors now see the oldest change that was not shown yet. */
  | { kind: 'shown' }
  /** The main thread has replaced a broken file. */
  | { kind: 'replaced'; location: string }
  | { kind: 'stop' };

export type FromContentThread =
  | { kind: 'alarm'; alarm: Alarm }
  /** Tags of what was written. */
  | { kind: 'changed'; changed: Set<string>; cause: ChangeCause | 'repair' }
  /** The journal was moved into the file, and can be reset when no reader needs the former content. */
  | { kind: 'checkpointed' }
  /** The content thread has replaced a broken file. */
  | { kind: 'replaced'; location: string }
  | { kind: 'status'; status: SyncStatus }
  /** The first full sync has succeeded or failed. */
  | { kind: 'started' }
  /** A span begins, for traces; it ends with `done` with the same id. */
  | { kind: 'span'; id: number; name: string; attributes: SpanAttributes }
  | { kind: 'done'; id: number; error: string | null };

/** The limits are far above the need of all answers of Strapi and a parsed snapshot. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
/** Milliseconds until a failed thread is restarted, and until a hanging thread is ended. */
const restartDelayMs = 1000;
const endTimeoutMs = 10_000;

const defaultProgram = findProgram('content-worker', import.meta.url);

interface Options {
  data: Omit<ContentThreadData, 'location'>;
  replica: Replica;
  /** Called once readers see the change. @param changed tags. */
  onChange: (changed: Set<string>, cause: ChangeCause | 'repair') => void;
  onAlarm: OnAlarm;
  /** Prepares values that are derived from many documents, each in its own turn of the event loop. @param changed tags. */
  prepare: (read: Reader, changed: ReadonlySet<string>) => Iterable<void>;
  /** Default: `content-worker.ts`. */
  program?: string | URL;
}

export class ContentThread {
  readonly #options: Options;
  #worker: Worker | null = null;
  #status: SyncStatus = { equalAt: null, failures: 0, lastFailure: null, held: null };
  readonly #started = Promise.withResolvers<void>();
  /** Open questions to the thread by id; spans have negative ids. */
  readonly #questions = new Map<number, PromiseWithResolvers<void>>();
  #lastQuestion = 0;
  /** Messages are handled one after the other: a change is announced before the messages that follow it. */
  #handled: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
    options.replica.pin();
    this.#start();
  }

  /** Resolves when the first full sync has succeeded or failed. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  status(): SyncStatus {
    return this.#status;
  }

  /** Makes the thread read these again as soon as possible. */
  hint(hints: readonly Hint[]): void {
    this.#send({ kind: 'hint', hints });
  }

  /** Runs a full sync. @param confirmShrink applies it however many documents it removes. @throws when not everything can be read. */
  everything(confirmShrink: boolean): Promise<void> {
    if (!this.#worker) return Promise.reject(new Error('the content thread is being started again'));
    const question = Promise.withResolvers<void>();
    this.#lastQuestion += 1;
    this.#questions.set(this.#lastQuestion, question);
    this.#send({ kind: 'everything', id: this.#lastQuestion, confirmShrink });
    return question.promise;
  }

  /** Reports damage that was found in this thread. */
  onDamage({ lost, emptied }: Damage): void {
    if (emptied) this.#send({ kind: 'replaced', location: this.#options.replica.storage().location });
    else if (lost.length > 0) this.hint(lost);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    this.#send({ kind: 'stop' });
    const limit = setTimeout(() => void worker.terminate(), endTimeoutMs);
    await ended;
    clearTimeout(limit);
    await this.#handled;
  }

  #send(message: ToContentThread): void {
    this.#worker?.postMessage(message);
  }

  #start(): void {
    if (this.#isStopping) return;
    const { data, replica, program = defaultProgram } = this.#options;
    const workerData: ContentThreadData = { ...data, location: replica.storage().location };
    if (!program) throw new Error('the build lacks the content thread');
    const worker = new Worker(program, { workerData, resourceLimits });
    this.#worker = worker;
    worker.on('message', (message: FromContentThread) => {
      this.#handled = this.#handled.then(() => this.#handle(message)).catch(this.#reportFailure);
    });
    let failure = 'it ended';
    worker.on('error', (error) => {
      failure = String(error);
    });
    worker.once('exit', () => this.#handleEnd(failure));
  }

  readonly #reportFailure = (error: unknown): void =>
    this.#options.onAlarm({ kind: 'feed-failed', subject: 'strapi', message: String(error) });

  #handleEnd(failure: string): void {
    this.#worker = null;
    const message = `the content thread has failed and is started again: ${failure}`;
    for (const question of this.#questions.values()) question.reject(new Error(message));
    this.#questions.clear();
    if (this.#isStopping) return;
    this.#options.onAlarm({ kind: 'feed-failed', subject: 'strapi', message });
    setTimeout(() => this.#start(), restartDelayMs).unref();
  }

  async #handle(message: FromContentThread): Promise<void> {
    const { replica, onAlarm } = this.#options;
    if (message.kind === 'alarm') onAlarm(message.alarm);
    else if (message.kind === 'changed') await this.#show(message).finally(() => this.#send({ kind: 'shown' }));
    else if (message.kind === 'checkpointed') await replica.renew(new Set());
    else if (message.kind === 'replaced') replica.reopen(message.location);
    else if (message.kind === 'status') this.#status = message.status;
    else if (message.kind === 'started') this.#started.resolve();
    else if (message.kind === 'span') this.#record(message);
    else this.#answer(message);
  }

  async #show({ changed, cause }: Extract<FromContentThread, { kind: 'changed' }>): Promise<void> {
    const { replica, prepare, onChange } = this.#options;
    await replica.renew(changed);
    try {
      for (const _ of prepare(replica.reader(), changed)) await setImmediate();
    } catch {
      // The page that needs the value reports the error.
    }
    onChange(changed, cause);
  }

  #record({ id, name, attributes }: Extract<FromContentThread, { kind: 'span' }>): void {
    const span = Promise.withResolvers<void>();
    this.#questions.set(id, span);
    traced(name, attributes, () => span.promise).catch(() => undefined);
  }

  #answer({ id, error }: Extract<FromContentThread, { kind: 'done' }>): void {
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    if (error === null) question?.resolve();
    else question?.reject(new Error(error));
  }
}
