/** A worker thread that reads the pages of a long list: visitors wait for none of it, and a row that breaks it ends only this thread. */
import type { OnAlarm } from '../../../alarm.ts';
import { parserLimits } from '../../../replica/reading/parser-thread.ts';
import { ThreadUnavailable, WorkerThread, confined, programBeside } from '../../../worker-thread.ts';
import { type ListPageAnswer, type ListPageQuestion, type ListPageReading, readListPageInTurns } from './list-page.ts';
import { StrapiError } from './strapi-answer.ts';

/** Milliseconds. A page of the largest documents takes some; all pages of an import take a second together. */
const patience = { start: 10_000, answer: 10_000 };

const program = programBeside('list-page-worker', import.meta.url);

export class ListPageThread {
  readonly #thread: WorkerThread;
  #isStarting = false;
  #isReadingHere = false;

  constructor(programFile: string | URL | undefined = program) {
    this.#thread = new WorkerThread({
      does: 'reads long lists',
      create: () => confined(programFile, parserLimits),
      patience,
    });
  }

  /** Starts it, while the first page is on its way; until it is there, pages are read here. */
  start(): void {
    this.#isStarting = true;
    this.#thread
      .start()
      .catch(() => undefined)
      .finally(() => {
        this.#isStarting = false;
      });
  }

  /**
   * Reads a page after those before it.
   * @returns null when it is to be read elsewhere, row by row: one of them refers to a file, or broke the thread, or there is no thread.
   * @throws StrapiError when it is no page of a list.
   */
  async read(question: ListPageQuestion, onAlarm: OnAlarm): Promise<ListPageReading | null> {
    // A thread starts in a tenth of a second or two, in which this one has nothing to do but serve visitors. One page at a time: the others are read sooner there.
    if (this.#isStarting && !this.#isReadingHere) return this.#readHere(question);
    let answer: ListPageAnswer;
    try {
      answer = (await this.#thread.ask(() => question)) as ListPageAnswer;
    } catch (error) {
      if (error instanceof ThreadUnavailable)
        onAlarm({ kind: 'parser-thread', subject: 'strapi', message: `${error.message}; long lists take longer` });
      return null;
    }
    if ('refused' in answer) throw new StrapiError(answer.refused);
    return answer.reading;
  }

  async #readHere(question: ListPageQuestion): Promise<ListPageReading | null> {
    this.#isReadingHere = true;
    try {
      return await readListPageInTurns(question);
    } finally {
      this.#isReadingHere = false;
    }
  }

  /** Ends the thread; the next page starts another. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
