import type { Media } from '../../content/model.ts';
import { usePageContext } from './page-context.ts';

interface MediaImageProps {
  media: Media | null;
  /** The one image that decides when the page looks finished: loaded at once and first. */
  priority?: boolean;
  className?: string | undefined;
}

/** An image of the content service. Renders nothing without one; always says its size when it is known, so that nothing moves. */
export function MediaImage({ media, priority = false, className }: MediaImageProps) {
  const page = usePageContext();
  const src = page.mediaUrl(media);
  if (!media || !src) return null;
  const size = media.width > 0 && media.height > 0 ? { width: media.width, height: media.height } : null;
  const loading = priority ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy', decoding: 'async' } as const);
  return <img src={src} alt={media.alt} className={className} {...size} {...loading} />;
}
