/** The widths and formats in which the site serves raster images. */
import type { Media } from '../../content/model-values.ts';

export const pictureWidths: readonly number[] = [320, 640, 960, 1280, 1920];
/** The format with the smallest files first: a browser takes the first that it can read. */
export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** Builds the `srcset` of an image in a format; empty for drawings, images without a copy on the site, and images below the smallest width. */
export function buildPictureSources(media: Media, format: PictureFormat): string {
  const { local, width } = media;
  const [, hash, name] = /^\/media\/([^/]+)\/([^/]+\.(?:png|jpe?g|webp|avif))$/.exec(local ?? '') ?? [];
  if (!hash || !name) return '';
  return pictureWidths
    .filter((candidate) => candidate <= width)
    .map((candidate) => `/media/${hash}/${candidate}/${name}.${format} ${candidate}w`)
    .join(', ');
}
