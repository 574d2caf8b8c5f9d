/** Ids of records, secrets for links and cookies, and the hashes as which secrets are stored. */
import { createHash, randomBytes, randomInt } from 'node:crypto';

let last = { at: 0, count: 0 };

/**
 * A UUID of version 7: ids sort by time, so that records keep their order and indexes stay compact. Within a millisecond those of one
 * process sort by a counter in the place of twelve of the random bits (RFC 9562, 6.2, method 1); it leaves room for some 2000.
 */
export function newId(now = Date.now()): string {
  last = { at: now, count: now === last.at ? (last.count + 1) & 0xfff : randomInt(0x800) };
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt16BE(0x7000 | last.count, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** 256 random bits as base64url, safe in URLs and cookies. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** @returns SHA-256 in hex. */
export function hashed(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The form in which mail addresses are compared and stored. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Identifies a person by a hash where the mail address itself is not needed: in the audit trail and for the order of messages. */
export function personKey(email: string): string {
  return hashed(`person:${normalEmail(email)}`);
}
