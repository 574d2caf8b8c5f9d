/** Argon2id at OWASP's cost, in libuv's threads: the main thread goes on serving pages. */
import { hash, verify } from '@node-rs/argon2';

/** The enum of the package exists only for its own compiler: 2 is Argon2id. */
const argon2id = 2;
const cost = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One keyboard composes an accent, another sends it whole: both are the same password. */
const normal = (password: string) => password.normalize('NFKC');

export function hashPassword(password: string): Promise<string> {
  return hash(normal(password), cost);
}

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, normal(password));
}
