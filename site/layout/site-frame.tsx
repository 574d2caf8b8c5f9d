/**
 * Header and footer, the markup that all pages of a language share: half of a document's elements. They are rendered once and cached
 * until their content changes. Each page then inserts what depends on the page, as the navigator does after a swap
 * (`site/browser/navigation/swap-page.ts`).
 */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Locale, byLocale, locales } from '../../content/locales.ts';
import { type PageSettings, CurrentPageProvider } from '../ui/current-page.tsx';
import { findSectionAddress } from '../i18n/section-address.ts';
import type { LayoutData } from './layout-data.ts';
import { FooterContent } from './SiteFooter.tsx';
import { HeaderContent } from './SiteHeader.tsx';

/** The inner HTML of the elements `header` and `footer`. */
export interface SiteFrame {
  header: string;
  footer: string;
}

/** The rendered frames by settings, which contain the address of images; an editor's preview has other settings. */
const frameCache = new WeakMap<PageSettings, Map<Locale, { layout: LayoutData; frame: SiteFrame }>>();

/** `buildSiteFrame` replaces each by the address that the switcher has for this language on the page. */
const placeholders = byLocale((locale) => `{language:${locale}}`);
const placeholder = new RegExp(`\\{language:(${locales.join('|')})\\}`, 'g');

function listDocuments({ nav, footerLinks, ...singles }: LayoutData): unknown[] {
  return [...Object.values(singles), ...nav, ...footerLinks];
}

/** Compares documents by identity: the replica returns the same objects until its content changes. */
function hasSameContent(one: LayoutData, other: LayoutData): boolean {
  const others = listDocuments(other);
  const ownDocuments = listDocuments(one);
  return ownDocuments.length === others.length && ownDocuments.every((document, index) => document === others[index]);
}

function getCachedFrame(settings: PageSettings, locale: Locale, layout: LayoutData): SiteFrame {
  const frames = frameCache.get(settings) ?? new Map<Locale, { layout: LayoutData; frame: SiteFrame }>();
  frameCache.set(settings, frames);
  const cached = frames.get(locale);
  if (cached && hasSameContent(cached.layout, layout)) return cached.frame;
  const renderMarkup = (content: ReactNode) =>
    renderToStaticMarkup(
      // No link has an empty path, so none is marked as the current page.
      <CurrentPageProvider locale={locale} path="" settings={settings} words={layout.words}>
        {content}
      </CurrentPageProvider>,
    );
  const frame = {
    header: renderMarkup(<HeaderContent layout={layout} languages={placeholders} />),
    footer: renderMarkup(<FooterContent layout={layout} />),
  };
  frames.set(locale, { layout, frame });
  return frame;
}

interface FrameRequest {
  /** The same object from render to render, because it is the key of the cache. */
  settings: PageSettings;
  locale: Locale;
  layout: LayoutData;
  /** The targets of the language switcher on this page. */
  languages: Record<Locale, string>;
  /** The page's own address: links to it are marked as current. Null for a page without an address. */
  address: string | null;
}

function markLinks(renderMarkup: string, target: string | null, value: 'page' | 'true'): string {
  const link = ` href="${target}"`;
  return target === null ? renderMarkup : renderMarkup.replaceAll(link, () => `${link} aria-current="${value}"`);
}

/** Builds header and footer for one page. */
export function buildSiteFrame({ settings, locale, layout, languages, address }: FrameRequest): SiteFrame {
  const { header, footer } = getCachedFrame(settings, locale, layout);
  // The main menu shows where an article or a job belongs, which has no link of its own there.
  const section = address === null || header.includes(` href="${address}"`) ? null : findSectionAddress(address);
  // In an address made by `URLSearchParams` only `&` needs escaping.
  const withLanguages = header.replace(placeholder, (_, language: Locale) =>
    languages[language].replaceAll('&', '&amp;'),
  );
  return {
    header: markLinks(markLinks(withLanguages, address, 'page'), section, 'true'),
    footer: markLinks(footer, address, 'page'),
  };
}
