/** Copies files and takes their checksums on the way. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface FileState {
  bytes: number;
  sha256: string;
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

export async function hashFile(file: string): Promise<FileState> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Copies a file so that only its owner can read the copy. @returns null when the file does not exist (any more). */
export async function copyHashed(from: string, to: string): Promise<FileState | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    if (!(await stat(from)).isFile()) return null;
    await pipeline(createReadStream(from), measure, createWriteStream(to, { mode: 0o600 }));
  } catch (error) {
    // Retention or an erasure removed it after it was listed.
    if (isMissing(error)) return null;
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Lists regular files at or below a path, relative to `root`; none when the path does not exist. Does not follow symbolic links. */
export async function listFiles(root: string, path: string): Promise<string[]> {
  const full = join(root, path);
  try {
    if ((await stat(full)).isFile()) return [path];
    const entries = await readdir(full, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
