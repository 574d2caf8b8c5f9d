import type { Media } from '../../../content/model-values.ts';
import { useCurrentPage } from '../current-page.tsx';
import { pictureFormats, pictureSources } from './picture-sizes.ts';

interface MediaImageProps {
  media: Media | null;
  /** For the one image that decides when the page looks finished: loaded eagerly and first. */
  priority?: boolean;
  className?: string | undefined;
}

/** Raster images are in a column next to text, or above it on a narrow screen. */
const sizes = '(max-width: 48rem) 100vw, 50vw';

/** An image of the content service, or nothing when there is none. It states its size when that is known, so that the layout does not shift. */
export function MediaImage({ media, priority = false, className }: MediaImageProps) {
  const page = useCurrentPage();
  const src = page.mediaUrl(media);
  if (!media || !src) return null;
  const size = media.width > 0 && media.height > 0 ? { width: media.width, height: media.height } : null;
  const loading = priority ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy', decoding: 'async' } as const);
  const image = <img src={src} alt={media.alt} className={className} {...size} {...loading} />;
  const sources = pictureFormats
    .map((format) => ({ format, srcSet: pictureSources(media, format) }))
    .filter((source) => source.srcSet !== '');
  if (sources.length === 0) return image;
  return (
    <picture>
      {sources.map(({ format, srcSet }) => (
        <source key={format} type={`image/${format}`} srcSet={srcSet} sizes={sizes} />
      ))}
      {image}
    </picture>
  );
}
