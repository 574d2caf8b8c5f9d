/**
 * Encodes pictures in smaller widths and newer formats, once for each picture, width and format, and stores the result in the data folder. The address
 * contains the picture's hash, so a variant never changes; only pictures of the replica and listed widths exist, so nobody can fill the disk.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { removeTemporaryFiles, writeAtomically } from '../../content/feed/media-store.ts';
import { ConcurrencyGate } from '../../base/concurrency-gate.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { type PictureFormat, pictureFormats, pictureWidths } from '../../site/ui/picture-sizes.ts';

/** AVIF 50 looks like WebP 75 on photographs, at 60 % of the bytes. */
const encoders: Record<PictureFormat, (image: Sharp) => Sharp> = {
  avif: (image) => image.avif({ quality: 50, effort: 4 }),
  webp: (image) => image.webp({ quality: 75 }),
};

/** Called with the address of a file that a visitor gets, and where its bytes are. */
export type OnFile = (address: string, file: string) => void;

export class PictureSizes {
  readonly #folder: string;
  readonly #replica: Replica;
  readonly #onFault: (error: unknown) => void;
  readonly #onFile: OnFile;
  readonly #encodings = new Map<string, Promise<Buffer>>();
  /** One at a time: encoding occupies a core, and visitors need the others. */
  readonly #gate = new ConcurrencyGate(1);

  /** @param onFault called when a variant cannot be stored. */
  constructor(folder: string, replica: Replica, onFault: (error: unknown) => void, onFile: OnFile = () => undefined) {
    this.#onFile = onFile;
    this.#folder = folder;
    this.#replica = replica;
    this.#onFault = onFault;
    void removeTemporaryFiles(folder);
  }

  /**
   * Finds the picture at `/media/{hash}/{name}` in a width and format (`{name}.{format}`), or null when there is none.
   * @throws when the original cannot be read or decoded.
   */
  async find(hash: string, width: number, fileName: string): Promise<Buffer | null> {
    const format = pictureFormats.find((candidate) => fileName.endsWith(`.${candidate}`));
    if (!format || !pictureWidths.includes(width)) return null;
    const original = this.#replica.media(`/media/${hash}/${fileName.slice(0, -format.length - 1)}`);
    if (!original || original.contentType === 'image/svg+xml') return null;
    const file = join(this.#folder, `${hash}-${width}.${format}`);
    const bytes =
      (await readFile(file).catch(() => null)) ?? (await this.#encodeOnce(original.file, width, format, file));
    this.#onFile(`/media/${hash}/${width}/${fileName}`, file);
    return bytes;
  }

  #encodeOnce(original: string, width: number, format: PictureFormat, file: string): Promise<Buffer> {
    const encoding =
      this.#encodings.get(file) ??
      this.#encode(original, width, format, file).finally(() => this.#encodings.delete(file));
    this.#encodings.set(file, encoding);
    return encoding;
  }

  async #encode(original: string, width: number, format: PictureFormat, file: string): Promise<Buffer> {
    return this.#gate.run(async () => {
      const image = sharp(await readFile(original), { limitInputPixels: 64e6 })
        .rotate()
        .resize({ width, withoutEnlargement: true });
      const bytes = await encoders[format](image).toBuffer();
      // When the disk is full, each request that no browser or CDN cache answers encodes the picture again.
      await writeAtomically(file, bytes).catch(this.#onFault);
      return bytes;
    });
  }
}
