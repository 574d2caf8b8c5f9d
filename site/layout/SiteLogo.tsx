/** The logo: the coloured one on light backgrounds, the white one on dark ones; the site's name as text when there is neither. */
import type { CommonData } from '../../content/model.ts';
import { ThemeScript } from '../ui/ThemeScript.tsx';
import { buildSchemeMedia } from '../ui/theme.ts';
import { useCurrentPage } from '../ui/current-page.tsx';

export function SiteLogo({ common, onDark = false }: { common: CommonData | null; onDark?: boolean }) {
  const { mediaUrl } = useCurrentPage();
  const white = common?.logoWhite ?? null;
  const image = (onDark ? white : common?.logoColored) ?? common?.logoColored ?? white;
  if (!image) return <strong>{common?.siteName ?? 'brokerfront'}</strong>;
  // Lazy in the footer, far below the first screen: React would preload it there, too.
  const img = (
    <img
      src={mediaUrl(image)}
      alt=""
      width={image.width || undefined}
      height={image.height || undefined}
      loading={onDark ? 'lazy' : undefined}
    />
  );
  if (onDark || !white) return img;
  return (
    <picture>
      <source srcSet={mediaUrl(white)} data-scheme="dark" media={buildSchemeMedia('dark')} />
      {/* Before the image: a browser may paint a document as far as it has come, and would show and load the system's logo first. */}
      <ThemeScript />
      {img}
    </picture>
  );
}
