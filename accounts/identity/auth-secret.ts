/** The key that signs session cookies. Several instances must share it: then it is set by configuration. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Shorter is what a crash or a full disk left of one: nobody may sign with that. */
const shortest = 32;

function made(): string {
  return randomBytes(48).toString('base64url');
}

export function readAuthSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    // `wx`: of two processes that start together one writes and both read the same.
    writeFileSync(file, made(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const kept = readFileSync(file, 'utf8').trim();
  if (kept.length >= shortest) return kept;
  writeFileSync(`${file}.new`, made(), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return readFileSync(file, 'utf8').trim();
}
