/** The logo: the coloured one on light grounds, the white one on dark ones; the site's name in words when neither is there. */
import type { CommonData } from '../../../content/model.ts';
import { usePageContext } from '../../ui/page-context.ts';

export function SiteLogo({ common, onDark = false }: { common: CommonData | null; onDark?: boolean }) {
  const { mediaUrl } = usePageContext();
  const white = common?.logoWhite ?? null;
  const image = (onDark ? white : common?.logoColored) ?? common?.logoColored ?? white;
  if (!image) return <strong>{common?.siteName ?? 'brokerfront'}</strong>;
  // The one in the footer is far from the first screen; React would preload it.
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
      <source srcSet={mediaUrl(white)} media="screen and (prefers-color-scheme: dark)" />
      {img}
    </picture>
  );
}
