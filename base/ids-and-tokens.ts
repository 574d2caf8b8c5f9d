/** Generates ids of records and secrets for links and cookies, and hashes and compares secrets. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

let last = { at: 0, count: 0 };

/**
 * Generates a UUID of version 7: ids sort by time, so that records keep their order and indexes stay compact. Within a millisecond the ids of one
 * process sort by a counter, which replaces twelve of the random bits (RFC 9562, 6.2, method 1) and has room for some 2000 ids.
 */
export function newId(now = Date.now()): string {
  last = { at: now, count: now === last.at ? (last.count + 1) & 0xfff : randomInt(0x800) };
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt16BE(0x7000 | last.count, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Generates 256 random bits as base64url, which is safe in URLs and cookies. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a secret before it is stored. @returns SHA-256 in hex. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares in constant time, also when the lengths differ. An empty `secret` matches nothing. */
export function matchesSecret(given: string | undefined, secret: string): boolean {
  if (secret === '' || given === undefined) return false;
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(secret)));
}

/** Converts an e-mail address to the form in which addresses are compared and stored. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Identifies a person by a hash where the e-mail address itself is not needed: in the audit trail and for the order of messages. */
export function hashPerson(email: string): string {
  return hashSecret(`person:${normalizeEmail(email)}`);
}
