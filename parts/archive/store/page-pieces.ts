/**
 * Splits a page into pieces that are stored once: most of a page is also on others, or was on it before. Where a piece ends depends only on the characters after it, so
 * a change moves no other cut: a word in the menu costs one or two pieces, on however many pages it is. The pieces are compressed with a dictionary: a page of the
 * same build, which has most of their markup.
 */
import { createHash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Between two elements, or two rules of a style. */
const possibleCuts = /(?<=[>}])(?=[<.@])/g;
/** Parts of a page always begin a piece. */
const partStart = /^<(?:style|header|main|section|footer|nav|aside|h1|h2)\b/;
/** Elsewhere one of so many possible cuts is one: pieces of some 900 characters. */
const cutEvery = 32;
/** Characters after a cut that decide about it. */
const looksAhead = 32;
/** Bytes. A dictionary of a few pages would not make the pieces smaller. */
const maxDictionaryBytes = 32 * 1024;
/** Higher levels, like a longer dictionary, cost a piece more time than they save bytes. */
const level = 3;

/** A number below 2^32 that depends on each of the characters (FNV-1a, and its bits mixed). */
function mixCharacters(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}

/** The pieces of a text, in order; together they are the text. */
export function splitPage(html: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const { index } of html.matchAll(possibleCuts)) {
    const ahead = html.slice(index, index + looksAhead);
    if (!partStart.test(ahead) && mixCharacters(ahead) % cutEvery !== 0) continue;
    pieces.push(html.slice(start, index));
    start = index;
  }
  return [...pieces, html.slice(start)];
}

/** SHA-256. */
export function hashBytes(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}

export function chooseDictionary(html: string): Buffer {
  return Buffer.from(html).subarray(0, maxDictionaryBytes);
}

export function hashDictionary(build: string, body: Buffer): Buffer {
  return hashBytes(Buffer.concat([hashBytes(build), body]));
}

export function compressPiece(piece: Buffer, dictionary: Buffer | undefined): Buffer {
  return zstdCompressSync(piece, {
    params: { [constants.ZSTD_c_compressionLevel]: level },
    ...(dictionary && { dictionary }),
  });
}

/** @throws when the bytes or the dictionary are not those of `compressPiece`. */
export function decompressPiece(body: Buffer, dictionary: Buffer | undefined): Buffer {
  return zstdDecompressSync(body, dictionary && { dictionary });
}

/** Numbers as bytes: seven bits in each, the lowest first; the eighth says that more follow. */
export function packNumbers(numbers: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (const number of numbers) {
    let rest = number;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  }
  return Buffer.from(bytes);
}

export function unpackNumbers(bytes: Buffer): number[] {
  const numbers: number[] = [];
  let [number, unit] = [0, 1];
  for (const byte of bytes) {
    number += (byte % 128) * unit;
    unit *= 128;
    if (byte > 127) continue;
    numbers.push(number);
    [number, unit] = [0, 1];
  }
  return numbers;
}
