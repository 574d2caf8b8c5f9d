/** Ids of records, secrets for links and cookies, and the hashes as which secrets are stored. */
import { createHash, randomBytes } from 'node:crypto';

/** A UUID of version 7: ids sort by time, to the millisecond, so that records keep their order and indexes stay compact. */
export function newId(now = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
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
