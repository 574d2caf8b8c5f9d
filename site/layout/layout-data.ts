/** What header, footer and head need from the content, read once a render. */
import type { CommonData, DefaultSeo, Footer, FooterLinks, Header, HeaderNavItem } from '../../content/model.ts';
import type { Reader } from '../../content/mirror/reader.ts';
import type { Locale } from '../i18n/locales.ts';

export interface LayoutData {
  common: CommonData | null;
  header: Header | null;
  nav: HeaderNavItem[];
  footer: Footer | null;
  footerLinks: FooterLinks[];
  defaultSeo: DefaultSeo | null;
}

/** Every part may be missing: a page without a footer is still a page. */
export function loadLayout(read: Reader, locale: Locale): LayoutData {
  return {
    common: read.single('common-datum', locale),
    header: read.single('header', locale),
    nav: read.list('header-nav-item', locale),
    footer: read.single('footer', locale),
    footerLinks: read.list('footer-links', locale),
    defaultSeo: read.single('default-seo', locale),
  };
}

/** The site's name where a title or a label needs one. */
export function siteNameOf(layout: LayoutData): string {
  return layout.common?.siteName ?? 'brokerfront';
}
