/**
 * Asks a time-stamping authority (RFC 3161) to say that a text was there at a moment. Its answer is kept as it came: `openssl ts -verify` checks its signature. Here only what
 * matters at the time of the request is checked: that it was granted, and that it names our hash and our number.
 */
import { randomBytes } from 'node:crypto';
import { readBoundedBytes } from '../http/bounded-body.ts';
import { hashBytes } from './store/page-pieces.ts';

/** Milliseconds. */
const patience = 30_000;
const maxAnswerBytes = 64 * 1024;

const [integer, boolean, octets, nothing, identifier, sequence] = [0x02, 0x01, 0x04, 0x05, 0x06, 0x30];
/** 2.16.840.1.101.3.4.2.1 */
const sha256Identifier = Buffer.from('608648016503040201', 'hex');

/** A value in DER (ITU-T X.690); none here is longer than 127 bytes. */
function encode(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag, content.length), content]);
}

function buildRequest(hash: Buffer, nonce: Buffer): Buffer {
  const algorithm = encode(sequence, encode(identifier, sha256Identifier), encode(nothing));
  return encode(
    sequence,
    encode(integer, Buffer.of(1)),
    encode(sequence, algorithm, encode(octets, hash)),
    encode(integer, nonce),
    // The authority's certificate is part of the answer.
    encode(boolean, Buffer.of(0xff)),
  );
}

/** The status of a TimeStampResp: an integer in a sequence in a sequence. @returns null for other bytes. */
function readStatus(answer: Buffer): number | null {
  const findContent = (at: number): number => {
    const length = answer[at + 1] ?? 0;
    return at + 2 + (length > 127 ? length - 128 : 0);
  };
  if (answer[0] !== sequence) return null;
  const status = findContent(0);
  if (answer[status] !== sequence) return null;
  const number = findContent(status);
  return answer[number] === integer && answer[number + 1] === 1 ? (answer[number + 2] ?? null) : null;
}

/** @returns the answer (TimeStampResp, DER). @throws when the authority does not answer, refuses, or answers about something else. */
export async function requestTimestamp(authority: string, text: string): Promise<Buffer> {
  const hash = hashBytes(text);
  // A positive number without leading zeros, as DER wants it.
  const nonce = Buffer.concat([Buffer.of(1), randomBytes(8)]);
  const response = await fetch(authority, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: new Uint8Array(buildRequest(hash, nonce)),
    signal: AbortSignal.timeout(patience),
  });
  if (!response.ok) throw new Error(`the time-stamping authority answers ${response.status}`);
  const answer = await readBoundedBytes(response, maxAnswerBytes);
  if (!answer) throw new Error('the answer of the time-stamping authority is too long');
  const status = readStatus(answer);
  // 0: granted; 1: granted with changes.
  if (status !== 0 && status !== 1) throw new Error(`the time-stamping authority refuses (status ${status})`);
  if (!answer.includes(hash) || !answer.includes(nonce))
    throw new Error('the time-stamping authority answers about something else');
  return answer;
}
