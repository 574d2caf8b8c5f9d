/** Builds the footer, as complete as the site's own (R22). */
import { buildFooterColumns } from '../../../site/layout/footer-columns.ts';
import { type Child, create, createList } from './build-element.ts';
import type { FrameImageLink } from './frame-answers.ts';
import type { FramePieces } from './frame-pieces.ts';

/** Keeps the order of a phone number in right-to-left text, which would otherwise show its last group first. */
const leftToRight = '\u200e';

function createHeading(text: string): HTMLElement {
  return create('p', { class: 'small' }, text);
}

/** Builds the footer; null without an answer for the footer. */
export function buildFooter({ answers, t, link, image, logo, inline, block }: FramePieces): HTMLElement | null {
  const footer = answers['strapi/footer']?.data?.attributes;
  if (!footer) return null;
  const { riskWarning } = answers['strapi/common-datum']?.data?.attributes ?? {};
  const imageLinks = (items: FrameImageLink[]) =>
    createList(
      items.map(({ name, link: url, image: picture }) => link({ name, url }, {}, [image(picture, name) ?? name])),
      'images',
    );
  const columns = buildFooterColumns((answers['strapi/footer-links']?.data ?? []).map(({ attributes }) => attributes));
  const payments = footer.paymentMethodsItems.data;
  return create(
    'footer',
    { lang: t.tag, dir: t.direction },
    riskWarning &&
      create('section', { class: 'risk inset', 'aria-label': t.risk }, create('p', {}, inline(riskWarning))),
    create(
      'div',
      { class: 'grid inset' },
      create(
        'div',
        { class: 'stack' },
        logo('dark'),
        footer.contact &&
          create(
            'div',
            {},
            createHeading(footer.contact.name),
            createList(
              footer.contact.links.map((item): Child =>
                create(
                  'div',
                  {},
                  item.phone && create('span', { class: 'phone' }, t.direction && leftToRight, item.phone),
                  item.name && item.url && link(item),
                ),
              ),
            ),
          ),
        footer.downloads.length > 0 && imageLinks(footer.downloads),
      ),
      create(
        'nav',
        { class: 'columns', 'aria-label': t.footerMenu },
        columns.map((groups) =>
          create(
            'div',
            {},
            groups.map(({ name, links }) =>
              create(
                'div',
                { class: 'group' },
                name && createHeading(name),
                createList(links.map((item) => link(item))),
              ),
            ),
          ),
        ),
      ),
      create(
        'div',
        { class: 'stack' },
        create('div', {}, createHeading(footer.socialsTitle ?? t.followUs), imageLinks(footer.socialsItems)),
        payments.length > 0 &&
          create(
            'div',
            {},
            createHeading(t.paymentMethods),
            createList(
              payments.map((item) => image(item)),
              'images payments',
            ),
          ),
      ),
    ),
    create(
      'div',
      { class: 'inset' },
      create(
        'nav',
        { class: 'legal', 'aria-label': t.legalMenu },
        createList(footer.additionalLinks.map((item) => link(item))),
      ),
      create('div', { class: 'disclaimer small' }, block(footer.text)),
    ),
  );
}
