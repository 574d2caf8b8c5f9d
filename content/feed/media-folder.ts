/**
 * Reads the images of a folder: with hashed addresses, so that browsers can cache them for ever, and with sizes, so that the layout does not
 * shift while they load.
 */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import { ConcurrencyGate } from '../../base/concurrency-gate.ts';

/** Files that are read at the same time. Without a limit, a small container could run out of file descriptors, and an unreadable file is a missing document. */
export const filesAtOnce = 16;

export interface LocalImage {
  url: string;
  file: string;
  contentType: string;
  width: number;
  height: number;
}

export const pictureTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
};

/** Parses width and height from the root element of an SVG (sharp would rasterise it first). */
function parseSvgSize(svg: string): { width: number; height: number } {
  const root = /<svg[^>]*>/.exec(svg)?.[0] ?? '';
  const readAttribute = (name: string) =>
    Number(new RegExp(`\\s${name}="([\\d.]+)(?:px)?"`).exec(root)?.[1] ?? Number.NaN);
  const [, , boxWidth = 0, boxHeight = 0] = (/viewBox="([^"]+)"/.exec(root)?.[1] ?? '').split(/[\s,]+/).map(Number);
  return { width: readAttribute('width') || boxWidth, height: readAttribute('height') || boxHeight };
}

/** Reads every image of a folder, by file name; sizes are in pixels. Returns none when the folder does not exist. @throws when an image cannot be read. */
export async function readMediaFolder(folder: string): Promise<Map<string, LocalImage>> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => extname(name) in pictureTypes);
  const gate = new ConcurrencyGate(filesAtOnce);
  const images = await Promise.all(
    names.map((name) =>
      gate.run(async (): Promise<[string, LocalImage]> => {
        const file = join(folder, name);
        const bytes = await readFile(file);
        const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
        const extension = extname(name);
        const size = extension === '.svg' ? parseSvgSize(bytes.toString('utf8')) : await sharp(bytes).metadata();
        return [
          name,
          {
            url: `/media/${hash}/${name}`,
            file,
            contentType: pictureTypes[extension] ?? 'application/octet-stream',
            width: size.width,
            height: size.height,
          },
        ];
      }),
    ),
  );
  return new Map(images);
}
