import type { Media } from '../../content/model-values.ts';
import { useCurrentPage } from './current-page.tsx';
import { pictureFormats, buildPictureSources } from './picture-sizes.ts';

interface MediaImageProps {
  media: Media | null;
  /** For the one image that decides when the page looks finished: loaded eagerly and first. */
  priority?: boolean;
  className?: string | undefined;
  /** How wide the image is shown, for the choice of a raster image's width. */
  sizes?: string;
  /** Other pictures in its place, each while its media query holds; the first one that does is shown. */
  instead?: readonly { query: string; media: Media }[];
}

/** Raster images are in a column next to text, or above it on a narrow screen. */
const columnSizes = '(max-width: 48rem) 100vw, 50vw';

/** Builds the attributes of a known size: 0 would hide the image. */
function buildSizeAttributes({ width, height }: Media): { width?: number; height?: number } {
  return width > 0 && height > 0 ? { width, height } : {};
}

/** Builds the sources of a raster image in smaller formats. */
function buildSources(media: Media, sizes: string, query?: string) {
  return pictureFormats.flatMap((format) => {
    const srcSet = buildPictureSources(media, format);
    if (!srcSet) return [];
    const shown = query ? { media: query, ...buildSizeAttributes(media) } : {};
    return <source key={`${query} ${format}`} type={`image/${format}`} srcSet={srcSet} sizes={sizes} {...shown} />;
  });
}

/** An image of the content service, or nothing when there is none. It states its size when that is known, so that the layout does not shift. */
export function MediaImage({ media, priority = false, className, sizes = columnSizes, instead }: MediaImageProps) {
  const { mediaUrl } = useCurrentPage();
  const src = mediaUrl(media);
  if (!media || !src) return null;
  const loading = priority ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy', decoding: 'async' } as const);
  const image = <img src={src} alt={media.alt} className={className} {...buildSizeAttributes(media)} {...loading} />;
  const sources = [
    ...(instead ?? []).flatMap(({ query, media: other }) => [
      ...buildSources(other, sizes, query),
      <source key={query} media={query} srcSet={mediaUrl(other)} {...buildSizeAttributes(other)} />,
    ]),
    ...buildSources(media, sizes),
  ];
  if (sources.length === 0) return image;
  return (
    <picture>
      {sources}
      {image}
    </picture>
  );
}
