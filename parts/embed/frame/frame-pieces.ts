/** The small elements of header and footer in one language. */
import type { Locale } from '../../../content/locales.ts';
import { buildMediaUrl } from '../../../site/ui/media-url.ts';
import { type Attributes, type Child, create } from './build-element.ts';
import type { FrameAnswers, FrameImage, FrameLink } from './frame-answers.ts';
import { readFrameTexts } from './frame-texts.ts';
import { parseBlockMarkdown, parseInlineMarkdown } from './safe-markdown.ts';
import { resolveLink, site } from './site-address.ts';

type Image = FrameImage | null | undefined;

export type FramePieces = ReturnType<typeof createFramePieces>;

export function createFramePieces(locale: Locale, answers: FrameAnswers) {
  const t = readFrameTexts(locale);
  const common = answers['strapi/common-datum']?.data?.attributes;
  const source = (media: Image) => buildMediaUrl(media, answers.settings?.strapiUrl ?? site);

  /** Creates a link of the content, which announces a new tab. A link with a forbidden address becomes plain text. */
  const link = (
    { name, url, openInNewTab }: FrameLink,
    attributes: Attributes = {},
    content: Child[] = [name],
  ): HTMLElement => {
    const href = resolveLink(url, locale);
    if (!href) return create('span', {}, content);
    return create(
      'a',
      { href, target: openInNewTab && '_blank', rel: openInNewTab && 'noopener', ...attributes },
      content,
      openInNewTab && create('span', { class: 'unseen' }, ` ${t.newTab}`),
    );
  };

  const image = (media: Image, alt?: string): HTMLElement | null => {
    const file = media?.data?.attributes ?? media?.attributes ?? media;
    const src = source(media);
    return file && src
      ? create('img', { src, alt: alt ?? file.alternativeText ?? '', width: file.width, height: file.height })
      : null;
  };

  const logo = (grounds: 'light' | 'dark' | 'both'): HTMLElement => {
    const [colored, white] = [common?.logoColored, common?.logoWhite];
    const [first, second] = grounds === 'dark' ? [white, colored] : [colored, white];
    const img = image(first, '') ?? image(second, '') ?? create('strong', {}, common?.siteName);
    const picture = create(
      'picture',
      {},
      grounds === 'both' && white && create('source', { srcset: source(white), media: '(prefers-color-scheme: dark)' }),
      img,
    );
    return link(
      { name: '', url: '/' },
      { class: 'logo', 'aria-label': t.home.replace('{siteName}', () => common?.siteName ?? '') },
      [picture],
    );
  };

  const markdownLink = (url: string, content: Child[]) => [link({ name: '', url }, {}, content)];
  return {
    locale,
    t,
    answers,
    link,
    image,
    logo,
    inline: (text: string) => parseInlineMarkdown(text, markdownLink),
    block: (text: string) => parseBlockMarkdown(text, markdownLink),
  };
}
