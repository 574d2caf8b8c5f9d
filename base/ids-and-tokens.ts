/** Generates ids of records and secrets for links and cookies, and hashes and compares secrets. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { v7 } from 'uuid';

/**
 * Generates a UUID of version 7: ids sort by time, so that records keep their order and indexes stay compact. Ids of one process sort by a counter
 * within a millisecond; those of Node's own `randomUUIDv7` do not.
 */
export function newId(): string {
  return v7();
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
