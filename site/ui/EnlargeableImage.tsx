import type { Media } from '../../content/model-values.ts';
import { MediaImage } from './MediaImage.tsx';
import { useCurrentPage } from './current-page.tsx';

/** An image worth a closer look: it links to its own file, which a script opens in a modal. A decorative one (no `alt`) is not a link. */
export function EnlargeableImage({
  media,
  priority = false,
  className,
}: {
  media: Media | null;
  priority?: boolean;
  className?: string | undefined;
}) {
  const { t, mediaUrl } = useCurrentPage();
  const image = <MediaImage media={media} priority={priority} className={className} />;
  if (!media?.alt) return image;
  return (
    <a href={mediaUrl(media)} data-enlarge>
      {image}
      <span className="visually-hidden"> {t('browser.enlarge')}</span>
    </a>
  );
}
