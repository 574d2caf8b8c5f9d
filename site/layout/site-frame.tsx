/**
 * The markup that all pages of a language share, header and footer: half of a document's elements. It is rendered once and kept for as
 * long as the content that it was made from. A page writes into it what depends on the page, as the navigator does after a swap
 * (`site/browser/navigation/swap-page.ts`).
 */
import { renderToStaticMarkup } from 'react-dom/server';
import { type Locale, byLocale, locales } from '../../content/locales.ts';
import { PageContext } from '../ui/page-context.ts';
import type { LayoutData } from './layout-data.ts';
import { createPageContext, type PageSettings } from './page-context-value.ts';
import { FooterContent } from './footer/SiteFooter.tsx';
import { HeaderContent } from './header/SiteHeader.tsx';

/** What stands in the elements `header` and `footer`. */
export interface SiteFrame {
  header: string;
  footer: string;
}

/** By the settings, because they say where images are; an editor's preview has settings of its own. */
const keptFrames = new WeakMap<PageSettings, Map<Locale, { layout: LayoutData; frame: SiteFrame }>>();

/** Stands where the address of a language belongs. */
const placeholders = byLocale((locale) => `{language:${locale}}`);
const placeholder = new RegExp(`\\{language:(${locales.join('|')})\\}`, 'g');

function documentsOf({ nav, footerLinks, ...singles }: LayoutData): unknown[] {
  return [...Object.values(singles), ...nav, ...footerLinks];
}

/** The mirror hands out the same objects until its content changes. */
function sameContent(one: LayoutData, other: LayoutData): boolean {
  const others = documentsOf(other);
  const own = documentsOf(one);
  return own.length === others.length && own.every((document, index) => document === others[index]);
}

function keptFrame(settings: PageSettings, locale: Locale, layout: LayoutData): SiteFrame {
  const frames = keptFrames.get(settings) ?? new Map<Locale, { layout: LayoutData; frame: SiteFrame }>();
  keptFrames.set(settings, frames);
  const known = frames.get(locale);
  if (known && sameContent(known.layout, layout)) return known.frame;
  // No link leads to an empty path: none is the current one.
  const page = createPageContext(locale, '', settings);
  const frame = {
    header: renderToStaticMarkup(
      <PageContext value={page}>
        <HeaderContent layout={layout} languages={placeholders} />
      </PageContext>,
    ),
    footer: renderToStaticMarkup(
      <PageContext value={page}>
        <FooterContent layout={layout} />
      </PageContext>,
    ),
  };
  frames.set(locale, { layout, frame });
  return frame;
}

interface FrameRequest {
  /** The object that stays the same from render to render. */
  settings: PageSettings;
  locale: Locale;
  layout: LayoutData;
  /** Where the language switcher leads from this page. */
  languages: Record<Locale, string>;
  /** The page's own address, whose links are marked; null for a page that stands at none. */
  address: string | null;
}

/** Header and footer for one page. */
export function siteFrame({ settings, locale, layout, languages, address }: FrameRequest): SiteFrame {
  const { header, footer } = keptFrame(settings, locale, layout);
  const current = ` href="${address}"`;
  const marked = (markup: string) =>
    address === null ? markup : markup.replaceAll(current, () => `${current} aria-current="page"`);
  // An address made by `URLSearchParams` has nothing to escape but `&`.
  const withLanguages = header.replace(placeholder, (_, language: Locale) =>
    languages[language].replaceAll('&', '&amp;'),
  );
  return { header: marked(withLanguages), footer: marked(footer) };
}
