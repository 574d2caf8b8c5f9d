/** Repeatable randomness: the same seed gives the same inputs on every machine, so a seed is enough to reproduce a failing input. */
import { createHash } from 'node:crypto';

/** A marker that no page contains by accident: an answer with it as markup has reflected an input. */
export const mark = '<attack';

/** Strings that terminate, escape or confuse something in HTTP, HTML, JSON, SQL, paths or terminals. */
const sharp = [
  '\u0000',
  '\u0007',
  '\r',
  '\n',
  '\r\n',
  '\t',
  '"',
  "'",
  '`',
  '\\',
  '<',
  '>',
  '&',
  ';',
  ':',
  '=',
  '%',
  '%00',
  '%0d%0a',
  '%2f',
  '%2e%2e%2f',
  '%25',
  '%u0041',
  '%c0%af',
  '..',
  '../',
  './',
  '//',
  '?',
  '#',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  '${7*7}',
  '{{7*7}}',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\ud83d\ude00',
  '\u0130',
  '\u00df',
  'e\u0301',
  '\ufffd',
  'constructor',
  '__proto__',
  'toString',
  '-1',
  '1e309',
  'NaN',
  'null',
  'true',
  '9007199254740993',
];
const phrases = [
  `${mark}>`,
  `"${mark} x="`,
  `'>${mark} onerror=x>`,
  '<!--',
  ']]>',
  'javascript:attack()',
  'data:text/html,attack',
  '//evil.example/',
  'https://evil.example/',
  '\\\\evil.example\\',
  "' or 1=1--",
  '"; drop table user;--',
  '$(id)',
  '`id`',
  '|id',
  '../../../../etc/passwd',
  'X-Attack: 1',
  '\r\nX-Attack: 1',
  '%0d%0aX-Attack:%201',
  '\nSet-Cookie: attack=1',
  'a@b.c\nbcc: d@e.f',
];

export class Random {
  #state: [number, number, number, number];
  readonly seed: string;

  constructor(seed: string) {
    this.seed = seed;
    const hash = createHash('sha256').update(seed).digest();
    this.#state = [hash.readUInt32LE(0), hash.readUInt32LE(4), hash.readUInt32LE(8), hash.readUInt32LE(12)];
  }

  /** The generator sfc32: fast, without a bias that matters here. @returns 32 bits, unsigned. */
  #next(): number {
    let [a, b, c, d] = this.#state;
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    this.#state = [a, b, c, d];
    return sum >>> 0;
  }

  /** An integer from 0 to `end` - 1. */
  below(end: number): number {
    return Math.floor((this.#next() / 2 ** 32) * end);
  }

  /** An integer from `first` to `last`, both included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  chance(share: number): boolean {
    return this.#next() / 2 ** 32 < share;
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  /** 0 to `most` values, which may repeat. */
  some<Value>(values: readonly Value[], most = values.length): Value[] {
    return Array.from({ length: this.below(most + 1) }, () => this.pick(values));
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.alloc(length);
    for (let index = 0; index < length; index += 1) bytes[index] = this.below(256);
    return bytes;
  }

  /** Mostly short, sometimes long enough to reach a limit. */
  length(): number {
    return this.pick([0, 1, 2, 3, 5, 8, 20, 64, 65, 255, 256, this.between(300, 5000)]);
  }

  word(): string {
    return Array.from({ length: this.between(1, 10) }, () =>
      this.pick('abcdefghijklmnopqrstuvwxyz0123456789-'.split('')),
    ).join('');
  }

  /** A plausible word, or text that no person would type. */
  text(): string {
    const kind = this.below(6);
    if (kind === 0) return this.word();
    if (kind === 1) return this.pick(phrases);
    if (kind === 2) return this.pick(sharp).repeat(this.length());
    if (kind === 3) return this.bytes(this.length() % 400).toString('latin1');
    if (kind === 4) return `${this.word()}${this.pick(sharp)}${this.word()}${this.pick(phrases)}`;
    return Array.from({ length: this.between(1, 6) }, () => this.pick([...sharp, this.word()])).join('');
  }

  /** A copy of the bytes with a few of them changed, removed, repeated, inserted or cut off. */
  damaged(bytes: Buffer): Buffer {
    let result: Buffer = Buffer.from(bytes);
    for (let times = this.between(1, 6); times > 0 && result.length > 0; times -= 1) {
      const at = this.below(result.length);
      const to = Math.min(result.length, at + this.between(1, 64));
      const kind = this.below(5);
      if (kind === 0) result[at] = this.below(256);
      else if (kind === 1) result = Buffer.concat([result.subarray(0, at), result.subarray(to)]);
      else if (kind === 2) result = Buffer.concat([result.subarray(0, to), result.subarray(at)]);
      else if (kind === 3) result = Buffer.concat([result.subarray(0, at), this.bytes(to - at), result.subarray(at)]);
      else result = result.subarray(0, at);
    }
    return result;
  }
}
