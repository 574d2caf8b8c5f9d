/** Gives a page that asks for it (`<brokerfront-header describe>`) the site's default description and picture, if it has none of its own (R33). */
import { mediaUrl } from '../ui/media/media-url.ts';
import { element } from './build-element.ts';
import type { FrameAnswers } from './frame-answers.ts';
import { site } from './site-address.ts';

/** Marks the tags that this file adds, so that another language replaces them, but never the page's own. */
const own = 'data-brokerfront';

export function describePage({ 'strapi/default-seo': defaults, settings }: FrameAnswers): void {
  const seo = defaults?.data?.attributes.seo;
  if (!seo) return;
  for (const [name, content] of Object.entries({
    description: seo.description,
    'og:image': mediaUrl(seo.image, settings?.strapiUrl ?? site),
  })) {
    const selector = `meta:is([name="${name}"],[property="${name}"])`;
    document.head.querySelector(`${selector}[${own}]`)?.remove();
    if (content && !document.head.querySelector(selector))
      document.head.append(
        element('meta', { [name === 'description' ? 'name' : 'property']: name, content, [own]: '' }),
      );
  }
}
