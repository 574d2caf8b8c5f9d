/**
 * Stores the originals of Strapi's pictures in the data folder, by content hash: pages then need no request to Strapi, and a replaced
 * picture gets another address. All feeds of Strapi share one store. No picture is ever deleted, because a page in somebody's
 * cache may still refer to it.
 */
import { createHash } from 'node:crypto';
import { access, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import * as v from 'valibot';
import type { MediaFile } from '../wire-document.ts';
import { pictureTypes } from './media-folder.ts';
import type { StrapiClient } from './strapi-client.ts';
import type { MediaReference } from './to-wire.ts';

const temporaryEnding = '.draft';
/** Matches temporary files; former releases ended their names with a process id and a random word. */
const temporaryFile = /\.(?:draft|\d+\.[a-z\d]+)$/;
const maxFileBytes = 32 * 1024 * 1024;
const noteSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ url: v.pipe(v.string(), v.startsWith('/media/')), file: v.string(), contentType: v.string() }),
);

/** Strapi also has animated pictures. */
const contentTypes: Readonly<Record<string, string>> = { ...pictureTypes, '.gif': 'image/gif' };

/**
 * Builds the name in the address: the file name in characters that need no escape, without the language of a translated copy (`pay-bank.es.svg`). So the
 * address is the same from every feed.
 */
function buildAddressName(name: string, url: string): string {
  const extension = extname(url).toLowerCase();
  const stem = (name || 'image').replace(/\.\w+$/, '').replace(/\.[a-z]{2}$/, '');
  const letters = stem
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  return `${letters || 'image'}${extension}`;
}

export class MediaStore {
  readonly #folder: string;
  readonly #client: StrapiClient;
  readonly #resolved = new Map<string, Promise<MediaFile | null>>();

  constructor(folder: string, client: StrapiClient) {
    this.#folder = folder;
    this.#client = client;
  }

  /** Finds or fetches the local copy of a file. @returns null when the file is not a picture, or cannot be fetched now. Never rejects. */
  resolve(reference: MediaReference): Promise<MediaFile | null> {
    const source = createHash('sha256')
      .update(`${this.#client.url}\n${reference.url}\n${reference.updatedAt}\n${reference.name}`)
      .digest('hex')
      .slice(0, 32);
    const known = this.#resolved.get(source);
    if (known) return known;
    const found = this.#find(source, reference).catch(() => {
      // Forget the failure, so that the next sync retries.
      this.#resolved.delete(source);
      return null;
    });
    this.#resolved.set(source, found);
    return found;
  }

  async #find(source: string, { url, name }: MediaReference): Promise<MediaFile | null> {
    const contentType = contentTypes[extname(url).toLowerCase()];
    if (!contentType) return null;
    const note = join(this.#folder, 'sources', `${source}.json`);
    const known = v.safeParse(noteSchema, await readFile(note, 'utf8').catch(() => ''));
    // After a crash or a move of the folder, a note may name a file that does not exist: fetch it again.
    if (
      known.success &&
      known.output.file.startsWith(join(this.#folder, 'originals', '/')) &&
      (await access(known.output.file).then(
        () => true,
        () => false,
      ))
    )
      return known.output;
    const bytes = await this.#client.fetchBytes(url, maxFileBytes);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
    const file = join(this.#folder, 'originals', `${hash}${extname(url).toLowerCase()}`);
    const media: MediaFile = { url: `/media/${hash}/${buildAddressName(name, url)}`, file, contentType };
    await writeAtomically(file, bytes);
    await writeAtomically(note, Buffer.from(JSON.stringify(media)));
    return media;
  }
}

/** Writes a file atomically: a reader never sees half of it, and a failed write leaves nothing behind. @throws what the file system throws. */
export async function writeAtomically(file: string, bytes: Buffer): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  const temporary = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}${temporaryEnding}`;
  try {
    await writeFile(temporary, bytes);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Milliseconds after which no process still writes a temporary file. */
const abandonedAfterMs = 60 * 60_000;

/** Removes the temporary files of processes that were killed while they wrote. */
export async function removeTemporaryFiles(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => [] as string[]);
  for (const name of names.filter((candidate) => temporaryFile.test(candidate))) {
    const temporary = join(folder, name);
    const at = await stat(temporary).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - at > abandonedAfterMs) await rm(temporary, { force: true }).catch(() => undefined);
  }
}
