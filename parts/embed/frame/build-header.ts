/** Builds the header (R20, R21): logo, menu with its submenus, language switcher, account buttons. */
import { prefixedPath } from '../../../site/i18n/locale-path.ts';
import { type Locale, locales } from '../../../content/locales.ts';
import { type Child, create, createList } from './build-element.ts';
import type { NavItem } from './frame-answers.ts';
import type { FramePieces } from './frame-pieces.ts';
import { readFrameTexts } from './frame-texts.ts';
import { site } from './site-address.ts';

const locate = (name: string) => `${site}/embed/icons.svg#${name}`;

function createFlag(locale: Locale): Child {
  return create('img', { class: 'flag', src: locate(`flag-${locale}`), alt: '', width: 20, height: 14 });
}

/** Creates an icon in the colour of the surrounding text: the drawing is only a mask. */
function createIcon(name: string): Child {
  const created = create('span', { class: 'icon' });
  created.style.maskImage = `url("${locate(name)}")`;
  return created;
}

/** Creates a button and the panel that it opens; `open-and-close.ts` switches `aria-expanded`, which the stylesheet uses. */
function createDisclosure(label: Child[], content: Child[]): HTMLElement {
  return create(
    'div',
    { class: 'item' },
    create('button', { type: 'button', 'aria-expanded': 'false' }, label),
    create('div', { class: 'panel' }, content),
  );
}

function createMenuItem({ name, content }: NavItem, { link, inline }: FramePieces): Child {
  if (content.length === 0) return name;
  return createDisclosure(
    [name],
    content.map((block) =>
      create(
        'div',
        {},
        block.name &&
          create('p', { class: 'small' }, block.icon && createIcon(block.icon), create('span', {}, inline(block.name))),
        createList(block.links.map((item) => link(item))),
      ),
    ),
  );
}

function createSwitcher({ locale, t }: FramePieces): HTMLElement {
  return createDisclosure(
    [
      createFlag(locale),
      create(
        'span',
        {},
        locale.toUpperCase(),
        create('span', { class: 'unseen' }, ` ${t.languageNow.replace('{name}', t.name)}`),
      ),
    ],
    [
      createList(
        locales.map((code) => {
          const { name, tag } = readFrameTexts(code);
          return create(
            'a',
            {
              href: site + prefixedPath('/', code),
              lang: tag,
              hreflang: tag,
              'data-language': code,
              'aria-current': code === locale && 'true',
            },
            createFlag(code),
            name,
          );
        }),
      ),
    ],
  );
}

/** Builds the header; null without an answer for the menu. @param grounds the backgrounds that the logo must suit; with `both` the device decides. */
export function buildHeader(pieces: FramePieces, grounds: 'light' | 'dark' | 'both'): HTMLElement | null {
  const { answers, t, link } = pieces;
  const items = answers['strapi/header-nav-items']?.data
    .map(({ attributes }) => attributes)
    .sort((a, b) => a.menu_position - b.menu_position);
  if (!items) return null;
  const texts = answers['strapi/header']?.data?.attributes;
  // The site sends no text for a button whose page is withdrawn.
  const addLogin = () =>
    texts?.loginButtonText && link({ name: texts.loginButtonText, url: '/login' }, { class: 'button login' });
  return create(
    'header',
    { lang: t.tag, dir: t.direction, class: 'bar inset' },
    pieces.logo(grounds),
    create('button', { type: 'button', class: 'toggle', 'aria-expanded': 'false', 'aria-label': t.openMenu }),
    create(
      'nav',
      { 'aria-label': t.mainMenu },
      createList(items.map((item) => createMenuItem(item, pieces))),
      addLogin(),
    ),
    create(
      'div',
      { class: 'side' },
      createSwitcher(pieces),
      addLogin(),
      texts?.signupButtonText && link({ name: texts.signupButtonText, url: '/register' }, { class: 'button' }),
    ),
  );
}
