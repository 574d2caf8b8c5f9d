/**
 * What a cold render asked the replica, and was answered. While every answer is the same, the page is: it need not be rendered again. The
 * questions are asked again, of a copy of the replica; the tags, which are what is tested, are not consulted.
 */
import { createHash } from 'node:crypto';
import type { Replica } from '../../content/replica/replica.ts';
import type { FillIn, Reader } from '../../content/replica/reader.ts';
import { dayTag } from '../../content/replica/tags.ts';
import { replicaRows } from '../replica-rows.ts';

interface Question {
  /** Types whose documents the answer depends on. */
  types: readonly string[];
  /** @returns a text that differs where the answer does. */
  ask: (read: Reader) => string;
}

/** Each question with its answer. */
export type Answers = ReadonlyMap<string, string>;

/** Some pages show it, and no question asks for it. */
const today = 'today';
/** What the replica's file says of each type, but for the texts, of which it has hashes. In one statement: there are thousands of documents. */
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

/** How the answer to each kind of question is written down. */
const written: { [Name in Method]: (answer: ReturnType<Reader[Name]>) => string } = {
  get: hashDocument,
  single: hashDocument,
  bySlug: (answer) => (answer ? `${hashDocument(answer.document)} ${answer.moved}` : ''),
  list: (answer) => answer.map(hashDocument).join(' '),
  newest: (answer) => answer.map(hashDocument).join(' '),
  count: String,
  addresses: (answer) => JSON.stringify(answer),
  linkStatus: ({ works }) => String(works),
  redirected: ({ paths }) => [...paths].join('\n'),
};

function methodsOf(make: (name: Method) => Ask): Pick<Reader, Method> {
  return Object.fromEntries(Object.keys(written).map((name) => [name, make(name as Method)])) as unknown as Pick<
    Reader,
    Method
  >;
}

/** Types that a question names, by its first parameter. */
function typesOf(method: Method, first: unknown): string[] {
  if (method === 'redirected') return ['redirect'];
  if (Array.isArray(first)) return first as string[];
  return [typeof first === 'object' && first !== null && 'type' in first ? String(first.type) : String(first)];
}

export class ReplicaReads {
  readonly #questions = new Map<string, Question>();
  /** The answers of the replica that is looked at, as far as they are known. */
  readonly #answers = new Map<string, string>();
  /** Values that the pages of one look share, each with what was asked for it. */
  readonly #computed = new Map<string, { value: unknown; asked: Answers }>();
  /** What the renderer asked for what it keeps beside a document, by the tags that it notes whenever it uses that again. */
  readonly #askedForNoted = new WeakMap<object, Answers>();
  /** Types from which the replica by itself fills in documents of any type: an instrument's figures in a text. */
  readonly #filledFrom = new Set<string>();
  #states: ReadonlyMap<string, string> = new Map();
  #replica: Replica | null = null;

  /** Fills in as the given one does, and learns from which types. */
  learning(fillIn: FillIn): FillIn {
    const learner = (read: Reader): Reader => ({
      ...read,
      ...methodsOf((name) => (...parameters) => {
        for (const type of typesOf(name, parameters[0])) this.#filledFrom.add(type);
        return (read[name] as Ask)(...parameters);
      }),
      computed: (name, make) => read.computed(name, (all) => make(learner(all))),
    });
    return { ...fillIn, fill: (type, document, read) => fillIn.fill(type, document, learner(read)) };
  }

  /** Begins to look at a replica. What was answered stays known where no document of its types has changed. */
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

  /** Whether the replica still gives all these answers. */
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

  /** A reader of the replica that writes down what it is asked. @param asked where to. */
  recording(reader: Reader, asked: Map<string, string>): Reader {
    const take = (more: Answers) => {
      for (const [key, answer] of more) asked.set(key, answer);
    };
    take(new Map([[today, this.#answers.get(today) ?? '']]));
    /** Asked since tags were last noted, of the questions whose tags the reader does not record itself. */
    let toNote = new Map<string, string>();
    const recorded = methodsOf((name) => (...parameters) => {
      const write = written[name] as (answer: unknown) => string;
      const ask = (read: Reader) => (read[name] as Ask)(...parameters);
      const key = `${name} ${JSON.stringify(parameters)}`;
      const answer = ask(reader);
      const text = write(answer);
      this.#questions.set(key, { types: typesOf(name, parameters[0]), ask: (read) => write(ask(read)) });
      this.#answers.set(key, text);
      asked.set(key, text);
      if (name === 'linkStatus' || name === 'redirected') toNote.set(key, text);
      return answer;
    });
    return {
      ...reader,
      ...recorded,
      computed: <Value>(name: string, make: (read: Reader) => Value): Value => {
        let kept = this.#computed.get(name);
        if (!kept) {
          const own = new Map<string, string>();
          kept = { value: make(this.recording(reader, own)), asked: own };
          this.#computed.set(name, kept);
        }
        take(kept.asked);
        return kept.value as Value;
      },
      note: (more) => {
        const known = this.#askedForNoted.get(more) ?? toNote;
        if (known.size === 0 && [...more].some((tag) => tag !== dayTag))
          throw new Error(`nothing was asked for ${[...more].join(', ')}`);
        this.#askedForNoted.set(more, known);
        take(known);
        toNote = new Map();
        reader.note(more);
      },
    };
  }
}
