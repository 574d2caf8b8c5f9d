/** Identifiers of records, secrets for links and cookies, and the hashes under which secrets are kept. */
import { createHash, randomBytes } from 'node:crypto';

/** A UUID of version 7: ordered by time, so that records of one moment keep their order and indexes stay compact. */
export function newId(now = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** 256 random bits, safe in addresses and cookies. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashed(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The form in which addresses are compared and stored. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** A person in places where the address itself need not stand: the audit trail and the order of messages. */
export function personKey(email: string): string {
  return hashed(`person:${normalEmail(email)}`);
}
