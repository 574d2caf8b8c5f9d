/** The small pieces that header and footer are made of, in one language. */
import type { Locale } from '../../content/locales.ts';
import { mediaUrl } from '../ui/media-url.ts';
import { type Attributes, type Child, element } from './build-element.ts';
import type { FrameAnswers, FrameImage, FrameLink } from './frame-answers.ts';
import { frameTexts } from './frame-texts.ts';
import { blockMarkdown, inlineMarkdown } from './safe-markdown.ts';
import { linkAddress, site } from './site-address.ts';

type Image = FrameImage | null | undefined;

export type FramePieces = ReturnType<typeof framePieces>;

export function framePieces(locale: Locale, answers: FrameAnswers) {
  const t = frameTexts(locale);
  const common = answers['strapi/common-datum']?.data?.attributes;
  const source = (media: Image) => mediaUrl(media, answers.settings?.strapiUrl ?? site);

  /** A link of the content; it says so when it opens a new tab. An address that may not be followed becomes plain text. */
  const link = (
    { name, url, openInNewTab }: FrameLink,
    attributes: Attributes = {},
    content: Child[] = [name],
  ): HTMLElement => {
    const href = linkAddress(url, locale);
    if (!href) return element('span', {}, content);
    return element(
      'a',
      { href, target: openInNewTab && '_blank', rel: openInNewTab && 'noopener', ...attributes },
      content,
      openInNewTab && element('span', { class: 'unseen' }, ` ${t.newTab}`),
    );
  };

  const image = (media: Image, alt?: string): HTMLElement | null => {
    const file = media?.data?.attributes ?? media?.attributes ?? media;
    const src = source(media);
    return file && src
      ? element('img', { src, alt: alt ?? file.alternativeText ?? '', width: file.width, height: file.height })
      : null;
  };

  const logo = (grounds: 'light' | 'dark' | 'both'): HTMLElement => {
    const [colored, white] = [common?.logoColored, common?.logoWhite];
    const [first, second] = grounds === 'dark' ? [white, colored] : [colored, white];
    const img = image(first, '') ?? image(second, '') ?? element('strong', {}, common?.siteName);
    const picture = element(
      'picture',
      {},
      grounds === 'both' &&
        white &&
        element('source', { srcset: source(white), media: '(prefers-color-scheme: dark)' }),
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
    inline: (text: string) => inlineMarkdown(text, markdownLink),
    block: (text: string) => blockMarkdown(text, markdownLink),
  };
}
