/**
 * Reads the images of a folder: with hashed addresses, so that browsers can cache them for ever, and with sizes, so that the layout does not
 * shift while they load.
 */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import { ConcurrencyGate } from '../concurrency-gate.ts';

/** Files read at the same time. All of them could exceed the file descriptors of a small container, and a file that cannot be opened is a missing document. */
export const filesAtOnce = 16;

export interface LocalImage {
  url: string;
  file: string;
  contentType: string;
  width: number;
  height: number;
}

const contentTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
};

/** Width and height of an SVG as its root element states them (sharp would rasterise it first). */
function svgSize(svg: string): { width: number; height: number } {
  const root = /<svg[^>]*>/.exec(svg)?.[0] ?? '';
  const read = (name: string) => Number(new RegExp(`\\s${name}="([\\d.]+)(?:px)?"`).exec(root)?.[1] ?? Number.NaN);
  const [, , boxWidth = 0, boxHeight = 0] = (/viewBox="([^"]+)"/.exec(root)?.[1] ?? '').split(/[\s,]+/).map(Number);
  return { width: read('width') || boxWidth, height: read('height') || boxHeight };
}

/** Reads every image of a folder, by file name; sizes are in pixels. An absent folder has none. @throws when an image cannot be read. */
export async function readMediaFolder(folder: string): Promise<Map<string, LocalImage>> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => extname(name) in contentTypes);
  const gate = new ConcurrencyGate(filesAtOnce);
  const images = await Promise.all(
    names.map((name) =>
      gate.run(async (): Promise<[string, LocalImage]> => {
        const file = join(folder, name);
        const bytes = await readFile(file);
        const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
        const extension = extname(name);
        const size = extension === '.svg' ? svgSize(bytes.toString('utf8')) : await sharp(bytes).metadata();
        return [
          name,
          {
            url: `/media/${hash}/${name}`,
            file,
            contentType: contentTypes[extension] ?? 'application/octet-stream',
            width: size.width,
            height: size.height,
          },
        ];
      }),
    ),
  );
  return new Map(images);
}
