/** The key that signs session cookies. Several instances must share it: then it is set by configuration. */
import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Shorter is what a crash or a full disk left of one: nobody may sign with that. */
const shortest = 32;

function kept(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Whole and on the disk before it has its name. @param isRest whether something too short has the name. */
function make(file: string, isRest: boolean): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    const handle = openSync(draft, 'wx', 0o600);
    try {
      writeSync(handle, randomBytes(48).toString('base64url'));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (isRest) renameSync(draft, file);
    // Never over another: of two processes that start together one gives the name and both read the same.
    else linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The secret of this data folder, made at the first start. @throws when there is none and none can be written. */
export function readAuthSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret');
  const before = kept(file);
  if (before.length >= shortest) return before;
  mkdirSync(dataDir, { recursive: true });
  make(file, existsSync(file));
  return kept(file);
}
