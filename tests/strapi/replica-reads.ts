/**
 * Records the reads of a cold render from the replica, with their answers. While all answers stay the same, the page does too, and need not be
 * rendered again. The reads are repeated on a copy of the replica and do not use tags, because tags are under test.
 */
import { createHash } from 'node:crypto';
import type { Replica } from '../../content/replica/replica.ts';
import type { FillIn, Reader } from '../../content/replica/reader.ts';
import { dayTag } from '../../content/replica/tags.ts';
import { replicaRows } from '../replica-rows.ts';

interface Question {
  /** Types whose documents the answer depends on. */
  types: readonly string[];
  /** Serializes an answer, so that different answers have different texts. */
  ask: (read: Reader) => string;
}

/** Each question with its answer. */
export type Answers = ReadonlyMap<string, string>;

/** Stands for the current day, which some pages show without reading it from the replica. */
const today = 'today';
/** Reads the state of all documents by type, with hashes instead of texts, in one statement because there are thousands of documents. */
const states = `SELECT type, group_concat(concat_ws(' ', id, locale, slug, sort, updated_at, hash, taken_down, since), '\n') AS state
  FROM (SELECT * FROM documents ORDER BY type, id, locale) GROUP BY type`;

function stateByType(replica: Replica): ReadonlyMap<string, string> {
  return new Map(replicaRows(replica, states).map(({ type, state }) => [String(type), String(state)]));
}

const hashes = new WeakMap<object, string>();

/** Documents are large, and many pages ask for the same ones. */
function hashDocument(document: object | null): string {
  if (document === null) return '';
  const hash = hashes.get(document) ?? createHash('sha1').update(JSON.stringify(document)).digest('base64');
  hashes.set(document, hash);
  return hash;
}

type Method = Exclude<keyof Reader, 'tags' | 'note' | 'computed' | 'moment' | 'isAsAt'>;
type Ask = (...parameters: readonly unknown[]) => unknown;

/** Serializes the answer of each method of the reader. */
const written: { [Name in Method]: (answer: ReturnType<Reader[Name]>) => string } = {
  get: hashDocument,
  single: hashDocument,
  bySlug: (answer) => (answer ? `${hashDocument(answer.document)} ${answer.moved}` : ''),
  list: (answer) => answer.map(hashDocument).join(' '),
  newest: (answer) => answer.map(hashDocument).join(' '),
  count: String,
  addresses: (answer) => JSON.stringify(answer),
  linkStatus: ({ works }) => String(works),
};

function wrapMethods(make: (name: Method) => Ask): Pick<Reader, Method> {
  return Object.fromEntries(Object.keys(written).map((name) => [name, make(name as Method)])) as unknown as Pick<
    Reader,
    Method
  >;
}

/** Types that a question names, by its first parameter. */
function readTypes(first: unknown): string[] {
  if (Array.isArray(first)) return first as string[];
  return [typeof first === 'object' && first !== null && 'type' in first ? String(first.type) : String(first)];
}

export class ReplicaReads {
  readonly #questions = new Map<string, Question>();
  /** The known answers of the current replica. */
  readonly #answers = new Map<string, string>();
  /** Values that pages share, each with the reads that it needed. */
  readonly #computed = new Map<string, { value: unknown; reads: Answers }>();
  /** The reads behind values that the renderer caches with a document, by the tags that it notes when it uses them again. */
  readonly #readsByNoted = new WeakMap<object, Answers>();
  /** Types whose figures the replica fills into documents of other types, such as instruments. */
  readonly #filledFrom = new Set<string>();
  #states: ReadonlyMap<string, string> = new Map();
  #replica: Replica | null = null;

  /** Fills in as the given one does, and learns from which types. */
  learning(fillIn: FillIn): FillIn {
    const learner = (read: Reader): Reader => ({
      ...read,
      ...wrapMethods((name) => (...parameters) => {
        for (const type of readTypes(parameters[0])) this.#filledFrom.add(type);
        return (read[name] as Ask)(...parameters);
      }),
      computed: (name, make) => read.computed(name, (all) => make(learner(all))),
    });
    return { ...fillIn, fill: (type, document, read) => fillIn.fill(type, document, learner(read)) };
  }

  /** Begins to look at a replica. Answers stay known while no document of their types has changed. */
  lookAt(replica: Replica): void {
    const before = this.#states;
    this.#states = stateByType(replica);
    const isChanged = (type: string) => before.get(type) !== this.#states.get(type);
    if ([...this.#filledFrom].some(isChanged)) this.#answers.clear();
    for (const [key, { types }] of this.#questions) if (types.some(isChanged)) this.#answers.delete(key);
    this.#answers.set(today, new Date().toISOString().slice(0, 10));
    this.#computed.clear();
    this.#replica = replica;
  }

  /** Tells whether the replica still gives all these answers. */
  areSame(answers: Answers): boolean {
    const read = this.#replica?.reader();
    if (!read) return false;
    for (const [key, answer] of answers) {
      const now = this.#answers.get(key) ?? this.#questions.get(key)?.ask(read) ?? '';
      this.#answers.set(key, now);
      if (now !== answer) return false;
    }
    return true;
  }

  /** A reader of the replica that records its reads. @param reads receives them. */
  recording(reader: Reader, reads: Map<string, string>): Reader {
    const take = (more: Answers) => {
      for (const [key, answer] of more) reads.set(key, answer);
    };
    take(new Map([[today, this.#answers.get(today) ?? '']]));
    /** Asked since tags were last noted, of the questions whose tags the reader does not record itself. */
    let toNote = new Map<string, string>();
    const recorded = wrapMethods((name) => (...parameters) => {
      const write = written[name] as (answer: unknown) => string;
      const ask = (read: Reader) => (read[name] as Ask)(...parameters);
      const key = `${name} ${JSON.stringify(parameters)}`;
      const answer = ask(reader);
      const text = write(answer);
      this.#questions.set(key, { types: readTypes(parameters[0]), ask: (read) => write(ask(read)) });
      this.#answers.set(key, text);
      reads.set(key, text);
      if (name === 'linkStatus') toNote.set(key, text);
      return answer;
    });
    return {
      ...reader,
      ...recorded,
      computed: <Value>(name: string, make: (read: Reader) => Value): Value => {
        let kept = this.#computed.get(name);
        if (!kept) {
          const own = new Map<string, string>();
          kept = { value: make(this.recording(reader, own)), reads: own };
          this.#computed.set(name, kept);
        }
        take(kept.reads);
        return kept.value as Value;
      },
      note: (more) => {
        const known = this.#readsByNoted.get(more) ?? toNote;
        if (known.size === 0 && [...more].some((tag) => tag !== dayTag))
          throw new Error(`no read for ${[...more].join(', ')}`);
        this.#readsByNoted.set(more, known);
        take(known);
        toNote = new Map();
        reader.note(more);
      },
    };
  }
}
