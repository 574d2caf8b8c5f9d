/** Reads the content of header, footer and head once per render. */
import type {
  CommonData,
  DefaultSeo,
  Footer,
  FooterLinks,
  Header,
  HeaderNavItem,
  InterfaceWordSet,
} from '../../content/model.ts';
import type { Reader } from '../../content/replica/reader.ts';
import type { Locale } from '../../content/locales.ts';
import { hasPage, keepLiveLinks, keepLiveMenu } from './live-links.ts';

export interface LayoutData {
  common: CommonData | null;
  header: Header | null;
  nav: HeaderNavItem[];
  footer: Footer | null;
  footerLinks: FooterLinks[];
  defaultSeo: DefaultSeo | null;
  words: InterfaceWordSet | null;
  /** Whether this language has a page to log in, or to register. */
  hasLogin: boolean;
  hasRegistration: boolean;
}

/** Loads the layout. Every part may be missing: a page without a footer is still a page. */
export function loadLayout(read: Reader, locale: Locale): LayoutData {
  const common = read.single('common-datum', locale);
  const footer = read.single('footer', locale);
  return {
    common: common && keepLiveLinks(common, read, locale),
    header: read.single('header', locale),
    nav: keepLiveMenu(read.list('header-nav-item', locale), read, locale),
    footer: footer && keepLiveLinks(footer, read, locale),
    footerLinks: read.list('footer-links', locale).map((links) => keepLiveLinks(links, read, locale)),
    defaultSeo: read.single('default-seo', locale),
    words: read.single('interface-word-set', locale),
    hasLogin: hasPage('/login', read, locale),
    hasRegistration: hasPage('/register', read, locale),
  };
}

/** Finds the site's name for titles and labels. */
export function findSiteName(layout: LayoutData): string {
  return layout.common?.siteName ?? 'brokerfront';
}
