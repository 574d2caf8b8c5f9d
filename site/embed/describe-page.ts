/** The site's default description for a page that has none of its own (R33), on pages that ask for it: `<brokerfront-header describe>`. */
import { mediaUrl } from '../ui/media/media-url.ts';
import { element } from './build-element.ts';
import type { FrameAnswers } from './frame-answers.ts';
import { site } from './site-address.ts';

/** Marks what stands here in the place of the page's own words, so that another language replaces it. */
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
