/** Draws the share picture of each page once and stores it in the data folder. Only an existing page has one, so nobody can fill the disk. */
import { readFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTemporaryFiles, writeAtomically } from '../../content/feed/media-store.ts';
import { ConcurrencyGate } from '../../base/concurrency-gate.ts';
import { type SharePicture, buildSharePicturePath, sharePicturePrefix } from '../../site/page/share-picture.ts';
import type { OnFile } from '../assets/picture-sizes.ts';
import { drawSharePicture } from './draw-share-picture.ts';

/** The largest number of stored pictures, of about 40 KB. Each change of a title leaves an old one, so the oldest are removed. */
const maxStored = 5000;
/** The largest number of waiting requests; others get an error, because each picture takes some 30 ms of a core. */
const maxWaiting = 50;

export interface PictureAddress {
  hash: string;
  /** Path of the page, with its language prefix. */
  path: string;
}

/** Parses the address of a picture. @returns null when the path is not the address of a picture. */
export function parsePictureAddress(path: string): PictureAddress | null {
  if (!path.startsWith(sharePicturePrefix) || !path.endsWith('.png')) return null;
  const rest = path.slice(sharePicturePrefix.length, -'.png'.length);
  const end = rest.indexOf('/');
  const hash = end === -1 ? rest : rest.slice(0, end);
  return /^[\w-]{16}$/.test(hash) ? { hash, path: end === -1 ? '/' : rest.slice(end) } : null;
}

export class SharePictures {
  readonly #folder: string;
  readonly #onFault: (error: unknown) => void;
  readonly #onFile: OnFile;
  readonly #drawing = new Map<string, Promise<Buffer>>();
  /** One at a time: drawing occupies a core, and visitors need the others. */
  readonly #gate = new ConcurrencyGate(1);
  #newPictures = 0;

  /** @param onFault called when a picture cannot be stored. */
  constructor(folder: string, onFault: (error: unknown) => void, onFile: OnFile = () => undefined) {
    this.#onFile = onFile;
    this.#folder = folder;
    this.#onFault = onFault;
    void removeTemporaryFiles(folder);
  }

  /**
   * Finds or draws the picture of a requested address. @param picture what the page's picture shows now.
   * @returns the PNG; the address to redirect to when the page has changed since; `busy` when too many are waiting. @throws when it cannot be drawn.
   */
  async find(
    { hash, path }: PictureAddress,
    picture: SharePicture,
    sitePath: string,
  ): Promise<Buffer | 'busy' | { movedTo: string }> {
    const current = buildSharePicturePath(picture, sitePath);
    if (parsePictureAddress(current)?.hash !== hash) return { movedTo: current };
    const file = join(this.#folder, `${hash}.png`);
    const stored = await readFile(file).catch(() => null);
    const waiting = this.#drawing.get(path);
    if (!stored && !waiting && this.#drawing.size >= maxWaiting) return 'busy';
    const bytes = stored ?? (await this.#drawOnce(path, picture, file));
    this.#onFile(current, file);
    return bytes;
  }

  #drawOnce(path: string, picture: SharePicture, file: string): Promise<Buffer> {
    const drawing = this.#drawing.get(path) ?? this.#draw(picture, file).finally(() => this.#drawing.delete(path));
    this.#drawing.set(path, drawing);
    return drawing;
  }

  #draw(picture: SharePicture, file: string): Promise<Buffer> {
    return this.#gate.run(async () => {
      const bytes = await drawSharePicture(picture);
      await writeAtomically(file, bytes).then(() => this.#tidy(), this.#onFault);
      return bytes;
    });
  }

  /** Removes the oldest pictures after every 100 new ones. */
  async #tidy(): Promise<void> {
    this.#newPictures += 1;
    if (this.#newPictures < 100) return;
    this.#newPictures = 0;
    const names = await readdir(this.#folder);
    if (names.length <= maxStored) return;
    const files = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(this.#folder, name))).mtimeMs })),
    );
    const oldest = files.sort((a, b) => a.at - b.at).slice(0, names.length - maxStored);
    await Promise.all(oldest.map(({ name }) => rm(join(this.#folder, name), { force: true })));
  }
}
