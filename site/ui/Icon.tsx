import type { IconName } from '../../content/icon-names.ts';
import iconSpriteUrl from './icons.svg?no-inline';

/**
 * A line icon in the colour of the text around it. The drawings stay in one cached sprite, because inline paths would be
 * repeated in every page's HTML and count against its byte budget. The sprite must come from the page's own origin:
 * browsers refuse `<use>` across origins. With a `title` the icon is named for assistive technology; without one it is hidden.
 */
export function Icon({ name, size = 24, title }: { name: IconName; size?: number; title?: string | undefined }) {
  const semantics = title === undefined ? { 'aria-hidden': true } : { role: 'img' };
  return (
    <svg className="icon" width={size} height={size} focusable="false" {...semantics}>
      {title === undefined ? null : <title>{title}</title>}
      <use href={`${iconSpriteUrl}#${name}`} />
    </svg>
  );
}
