/** Builds the header (R20, R21): logo, menu with its submenus, language switcher, account buttons. */
import { prefixedPath } from '../i18n/locale-path.ts';
import { type Locale, locales } from '../../content/locales.ts';
import { type Child, element, list } from './build-element.ts';
import type { NavItem } from './frame-answers.ts';
import type { FramePieces } from './frame-pieces.ts';
import { frameTexts } from './frame-texts.ts';
import { site } from './site-address.ts';

const drawing = (name: string) => `${site}/embed/icons.svg#${name}`;

function flag(locale: Locale): Child {
  return element('img', { class: 'flag', src: drawing(`flag-${locale}`), alt: '', width: 20, height: 14 });
}

/** Takes the colour of the surrounding text: the drawing is only a mask. */
function icon(name: string): Child {
  const made = element('span', { class: 'icon' });
  made.style.maskImage = `url("${drawing(name)}")`;
  return made;
}

/** A button and the panel that it opens; `open-and-close.ts` switches `aria-expanded`, and the stylesheet follows. */
function disclosure(label: Child[], content: Child[]): HTMLElement {
  return element(
    'div',
    { class: 'item' },
    element('button', { type: 'button', 'aria-expanded': 'false' }, label),
    element('div', { class: 'panel' }, content),
  );
}

function menuItem({ name, content }: NavItem, { link, inline }: FramePieces): Child {
  if (content.length === 0) return name;
  return disclosure(
    [name],
    content.map((block) =>
      element(
        'div',
        {},
        block.name &&
          element('p', { class: 'small' }, block.icon && icon(block.icon), element('span', {}, inline(block.name))),
        list(block.links.map((item) => link(item))),
      ),
    ),
  );
}

function languageSwitcher({ locale, t }: FramePieces): HTMLElement {
  return disclosure(
    [
      flag(locale),
      element(
        'span',
        {},
        locale.toUpperCase(),
        element('span', { class: 'unseen' }, ` ${t.languageNow.replace('{name}', t.name)}`),
      ),
    ],
    [
      list(
        locales.map((code) => {
          const { name, tag } = frameTexts(code);
          return element(
            'a',
            {
              href: site + prefixedPath('/', code),
              lang: tag,
              hreflang: tag,
              'data-language': code,
              'aria-current': code === locale && 'true',
            },
            flag(code),
            name,
          );
        }),
      ),
    ],
  );
}

/** Null without an answer for the menu. @param grounds the backgrounds that the logo must suit; with `both` the device decides. */
export function buildHeader(pieces: FramePieces, grounds: 'light' | 'dark' | 'both'): HTMLElement | null {
  const { answers, t, link } = pieces;
  const items = answers['strapi/header-nav-items']?.data
    .map(({ attributes }) => attributes)
    .sort((a, b) => a.menu_position - b.menu_position);
  if (!items) return null;
  const words = answers['strapi/header']?.data?.attributes;
  // The site sends no text for a button whose page is withdrawn.
  const login = () =>
    words?.loginButtonText && link({ name: words.loginButtonText, url: '/login' }, { class: 'button login' });
  return element(
    'header',
    { lang: t.tag, dir: t.direction, class: 'bar inset' },
    pieces.logo(grounds),
    element('button', { type: 'button', class: 'toggle', 'aria-expanded': 'false', 'aria-label': t.openMenu }),
    element('nav', { 'aria-label': t.mainMenu }, list(items.map((item) => menuItem(item, pieces))), login()),
    element(
      'div',
      { class: 'side' },
      languageSwitcher(pieces),
      login(),
      words?.signupButtonText && link({ name: words.signupButtonText, url: '/register' }, { class: 'button' }),
    ),
  );
}
