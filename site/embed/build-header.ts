/** The header (R20, R21): logo, menu with its submenus, language switcher, account buttons. */
import { prefixedPath } from '../i18n/locale-path.ts';
import { localeRecords, locales } from '../i18n/locales.ts';
import type { Locale } from '../i18n/locales.ts';
import { flagDrawings } from '../ui/flag-drawings.ts';
import { type Child, drawing, element, list } from './build-element.ts';
import type { NavItem } from './frame-answers.ts';
import type { FramePieces } from './frame-pieces.ts';
import { site } from './site-address.ts';

const stroke = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5, 'stroke-linecap': 'round' };

function flag(locale: Locale): SVGElement {
  return drawing(20, 14, 'flag', flagDrawings[locale]);
}

/** A button and what it opens; `open-and-close.ts` tends them by `aria-expanded`. */
function disclosure(label: Child[], content: Child[]): HTMLElement[] {
  return [
    element('button', { type: 'button', 'aria-expanded': 'false' }, label, drawing(24, 24, 'arrow', [{ ...stroke, d: 'm6 9.5 6 6 6-6' }])),
    element('div', { class: 'panel' }, content),
  ];
}

function menuItem({ name, content }: NavItem, { link, inline }: FramePieces): Child[] {
  if (content.length === 0) return [name];
  return disclosure([name], content.map((block) => element('div', {}, block.__component === 'header.nav-column' && element('p', { class: 'small' }, icon(block.icon), element('span', {}, inline(block.name ?? ''))), list('', block.links.map((item) => link(item))))));
}

/** In the colour of the text around it: the drawing is only its mask. */
function icon(name: string | null | undefined): Child {
  if (!name) return null;
  const made = element('span', { class: 'icon' });
  made.style.maskImage = `url("${site}/embed/icons.svg#${encodeURIComponent(name)}")`;
  return made;
}

function languageSwitcher({ locale, t }: FramePieces): HTMLElement {
  return element('div', { class: 'languages' }, disclosure(
    [flag(locale), element('span', {}, locale.toUpperCase(), element('span', { class: 'unseen' }, ` ${t.languageNow.replace('{name}', localeRecords[locale].name)}`))],
    [list('', locales.map((code) => {
      const { name, tag } = localeRecords[code];
      return element('a', { href: site + prefixedPath('/', code), lang: tag, hreflang: tag, 'data-language': code, 'aria-current': code === locale && 'true' }, flag(code), name);
    }))],
  ));
}

export function buildHeader(pieces: FramePieces, grounds: 'light' | 'dark' | 'both'): HTMLElement {
  const { answers, t, tag, link } = pieces;
  const items = (answers['strapi/header-nav-items']?.data ?? []).map(({ attributes }) => attributes).sort((a, b) => a.menu_position - b.menu_position);
  const buttons = answers['strapi/header']?.data?.attributes;
  const login = () => buttons && link({ name: buttons.loginButtonText, url: '/login' }, { class: 'button login' });
  return element('header', { lang: tag, class: 'bar inset' },
    pieces.logo(grounds),
    element('button', { type: 'button', class: 'toggle', 'aria-expanded': 'false', 'aria-label': t.openMenu }, drawing(24, 24, '', [{ ...stroke, d: 'M4 7h16M4 12h16M4 17h16' }])),
    element('nav', { 'aria-label': t.mainMenu }, list('', items.map((item) => element('div', { class: 'item' }, menuItem(item, pieces)))), login()),
    element('div', { class: 'side' }, languageSwitcher(pieces), login(), buttons && link({ name: buttons.signupButtonText, url: '/register' }, { class: 'button' })),
  );
}
