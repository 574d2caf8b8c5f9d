/** Reads or generates the key that signs session cookies. Several instances must share one key, which is then set by configuration. */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** A shorter secret was cut off by a crash or a full disk, and must not sign anything. */
const minLength = 32;

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

/** Reads the secret. @returns null when there is none, or only part of one. */
function readWhole(file: string): string | null {
  try {
    const secret = readFileSync(file, 'utf8').trim();
    return secret.length >= minLength ? secret : null;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Flushes a new secret to the disk before it gets its final name, so that no process reads half of it. */
function writeSecret(file: string): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeSync(descriptor, randomBytes(48).toString('base64url'));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Links a file to a name; when several processes do that, one succeeds. @returns whether it was this one. */
function linkFirst(file: string, name: string): boolean {
  try {
    linkSync(file, name);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Replaces a secret that was cut off. Processes that start together agree on one `next` and rename it over the cut-off file only once: a process that
 * looks again afterwards finds the whole file.
 */
function replaceCutOff(file: string, draft: string): void {
  const next = `${file}.next`;
  linkFirst(draft, next);
  try {
    if (readWhole(file)) rmSync(next, { force: true });
    else renameSync(next, file);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

/** Reads the secret, or generates one at the first start. @throws when none can be read or written. */
export function readAuthSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret');
  mkdirSync(dataDir, { recursive: true });
  const existing = readWhole(file);
  if (existing) return existing;
  const draft = `${file}.${randomUUID()}`;
  try {
    writeSecret(draft);
    if (!linkFirst(draft, file) && !readWhole(file)) replaceCutOff(file, draft);
  } finally {
    rmSync(draft, { force: true });
  }
  const secret = readWhole(file);
  if (!secret) throw new Error(`${file} holds no secret, and none could be written there`);
  return secret;
}
