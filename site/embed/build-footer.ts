/** Builds the footer, as complete as the site's own (R22). */
import { footerColumns } from '../layout/footer-columns.ts';
import { type Child, element, list } from './build-element.ts';
import type { FrameImageLink } from './frame-answers.ts';
import type { FramePieces } from './frame-pieces.ts';

/** Precedes a phone number: it has no letters, so right-to-left text would begin it with its last group. */
const leftToRight = '\u200e';

function heading(text: string): HTMLElement {
  return element('p', { class: 'small' }, text);
}

/** Null without an answer for the footer. */
export function buildFooter({ answers, t, link, image, logo, inline, block }: FramePieces): HTMLElement | null {
  const footer = answers['strapi/footer']?.data?.attributes;
  if (!footer) return null;
  const { riskWarning } = answers['strapi/common-datum']?.data?.attributes ?? {};
  const imageLinks = (items: FrameImageLink[]) =>
    list(
      items.map(({ name, link: url, image: picture }) => link({ name, url }, {}, [image(picture, name) ?? name])),
      'images',
    );
  const columns = footerColumns((answers['strapi/footer-links']?.data ?? []).map(({ attributes }) => attributes));
  const payments = footer.paymentMethodsItems.data;
  return element(
    'footer',
    { lang: t.tag, dir: t.direction },
    riskWarning &&
      element('section', { class: 'risk inset', 'aria-label': t.risk }, element('p', {}, inline(riskWarning))),
    element(
      'div',
      { class: 'grid inset' },
      element(
        'div',
        { class: 'stack' },
        logo('dark'),
        footer.contact &&
          element(
            'div',
            {},
            heading(footer.contact.name),
            list(
              footer.contact.links.map((item): Child =>
                element(
                  'div',
                  {},
                  item.phone && element('span', { class: 'phone' }, t.direction && leftToRight, item.phone),
                  item.name && item.url && link(item),
                ),
              ),
            ),
          ),
        footer.downloads.length > 0 && imageLinks(footer.downloads),
      ),
      element(
        'nav',
        { class: 'columns', 'aria-label': t.footerMenu },
        columns.map((groups) =>
          element(
            'div',
            {},
            groups.map(({ name, links }) =>
              element('div', { class: 'group' }, name && heading(name), list(links.map((item) => link(item)))),
            ),
          ),
        ),
      ),
      element(
        'div',
        { class: 'stack' },
        element('div', {}, heading(footer.socialsTitle ?? t.followUs), imageLinks(footer.socialsItems)),
        payments.length > 0 &&
          element(
            'div',
            {},
            heading(t.paymentMethods),
            list(
              payments.map((item) => image(item)),
              'images payments',
            ),
          ),
      ),
    ),
    element(
      'div',
      { class: 'inset' },
      element(
        'nav',
        { class: 'legal', 'aria-label': t.legalMenu },
        list(footer.additionalLinks.map((item) => link(item))),
      ),
      element('div', { class: 'disclaimer small' }, block(footer.text)),
    ),
  );
}
