/** Generates words and bytes that no person would send. Draws are repeatable: the same seed gives the same values on every machine. */
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import hostileStrings from './hostile-strings.json' with { type: 'json' };

/** A marker that no page contains by accident: an answer with it as markup has reflected an input. */
export const mark = '<attack';

/** Draws one of several words. @param words separated by single spaces; a space at the end adds an empty word. */
export function oneWord(words: string): fc.Arbitrary<string> {
  return fc.constantFrom(...words.split(' '));
}

/** Draws one of several values in proportion to their weights. */
export function weighted<Value>(
  ...choices: readonly [weight: number, values: fc.Arbitrary<Value>][]
): fc.Arbitrary<Value> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Draws `usual` in the given percentage of draws, else `otherwise`. */
export function mostly<One, Other>(
  percent: number,
  usual: fc.Arbitrary<One>,
  otherwise: fc.Arbitrary<Other>,
): fc.Arbitrary<One | Other> {
  return weighted<One | Other>([percent, usual], [100 - percent, otherwise]);
}

/** Draws a list with one value in the given percentage of draws, else an empty list. */
export function sometimes<Value>(percent: number, values: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> {
  return mostly(
    percent,
    values.map((value) => [value]),
    fc.constant([]),
  );
}

/** Draws true in the given percentage of draws. */
export function chance(percent: number): fc.Arbitrary<boolean> {
  return mostly(percent, fc.constant(true), fc.constant(false));
}

/** Mostly short, sometimes long enough to reach a limit. */
export const lengths = mostly(
  92,
  fc.constantFrom(0, 1, 2, 3, 5, 8, 20, 64, 65, 255, 256),
  fc.integer({ min: 300, max: 5000 }),
);

export function bytes(minLength: number, maxLength = minLength): fc.Arbitrary<Buffer> {
  return fc.uint8Array({ minLength, maxLength }).map((values) => Buffer.from(values));
}

export const word = fc.stringMatching(/^[a-z0-9-]{1,10}$/);

/** A string that terminates, escapes or confuses something in HTTP, HTML, JSON, SQL, paths or terminals. */
const sharp = fc.constantFrom(...hostileStrings.sharp);
const phrase = fc.constantFrom(...hostileStrings.phrases);

/** A plausible word, or text that no person would type. */
export const text: fc.Arbitrary<string> = fc.oneof(
  word,
  phrase,
  fc.tuple(sharp, lengths).map(([one, times]) => one.repeat(times)),
  bytes(0, 400).map((values) => values.toString('latin1')),
  fc.tuple(word, sharp, word, phrase).map((parts) => parts.join('')),
  fc.array(fc.oneof(sharp, word), { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
);

/** Generates text for a part of an address. @param maxLength characters after the encoding. */
export function encodedText(maxLength = 900): fc.Arbitrary<string> {
  return text.map((value) => encodeURIComponent(value.toWellFormed()).slice(0, maxLength));
}

/** Text for a header line, which a line break would split. */
export const lineText = text.map((value) => value.replaceAll(/[\r\n]+/g, ' '));

/** Generates copies of the bytes with a few of them changed, removed, repeated, inserted or cut off. */
export function damageBytes(original: Buffer): fc.Arbitrary<Buffer> {
  const change = fc.record({
    kind: fc.constantFrom('set', 'remove', 'repeat', 'insert', 'cut'),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    extra: bytes(1, 64),
  });
  return fc.array(change, { minLength: 1, maxLength: 6 }).map((changes) =>
    changes.reduce((current, { kind, at, extra }) => {
      const start = Math.floor(current.length * at);
      const [head, tail] = [current.subarray(0, start), current.subarray(start)];
      const rest = tail.subarray(extra.length);
      if (kind === 'set') return Buffer.concat([head, extra.subarray(0, 1), tail.subarray(1)]);
      if (kind === 'remove') return Buffer.concat([head, rest]);
      if (kind === 'repeat') return Buffer.concat([head, tail.subarray(0, extra.length), tail]);
      return kind === 'insert' ? Buffer.concat([head, extra, tail]) : head;
    }, original),
  );
}

/** Turns a seed that people type into a number for fast-check. */
export function seedNumber(seed: string): number {
  return createHash('sha256').update(seed).digest().readInt32LE();
}
