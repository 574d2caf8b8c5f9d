/**
 * Splits a page into pieces, so that what many pages have in common is stored once: styles, header, footer, and every section that did not change. The pieces are
 * compressed with a dictionary: a page of the same build, which has most of their markup.
 */
import { createHash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const cuts = /(?=<(?:style|header|main|section|footer)\b)|(?<=<\/(?:style|header|main|footer)>)/;
/** Bytes. A dictionary of a few pages would not make the pieces smaller. */
const maxDictionaryBytes = 96 * 1024;
const level = 12;

/** The pieces of a text, in order; together they are the text. */
export function splitPage(html: string): string[] {
  return html.split(cuts);
}

/** SHA-256. */
export function hashBytes(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}

export function chooseDictionary(html: string): Buffer {
  return Buffer.from(html).subarray(0, maxDictionaryBytes);
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
