/** Hashes and verifies passwords by Argon2id, with the cost that OWASP recommends, in libuv's threads, so that the main thread keeps serving pages. */
import { hash, verify } from '@node-rs/argon2';

/** The package declares a `const enum`, which does not exist at run time: 2 is Argon2id. */
const argon2id = 2;
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Keyboards encode an accented letter as one character or as two: both must be the same password. */
const normalize = (password: string) => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), cost);
}

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, normalize(password));
}
