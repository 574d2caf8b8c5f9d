/**
 * The payload that the navigator swaps in: a page without the parts that all pages share. It is cut out of the rendered document, so
 * a page is rendered only once, and document and payload cannot disagree.
 */
import type { Locale } from '../content/locales.ts';

export interface PagePayload {
  title: string;
  /** The tags in `<head>` that describe the page. `pageHeadTags` in `site/browser/navigation/swap-page.ts` selects the same ones in a document. */
  head: string;
  lang: string;
  /** The content of `<main>`. */
  main: string;
  /** The targets of the language switcher on this page. */
  languages: Record<Locale, string>;
  buildId: string;
}

/** Data that the document lacks, or does not have in a convenient form. */
export type PayloadFacts = Pick<PagePayload, 'title' | 'lang' | 'languages' | 'buildId'>;

const headTags =
  /<title>.*?<\/title>|<meta (?:name="(?:description|keywords|robots|twitter:\w+)"|property=)[^>]*>|<link rel="(?:canonical|alternate)"[^>]*>|<script type="application\/ld\+json">.*?<\/script>/gs;

/** Builds the payload. @param html a whole document from `render-page.tsx`: attributes in React's order and escaped, one `<main>`. */
export function buildPagePayload(html: string, facts: PayloadFacts): PagePayload {
  const head = html.slice(0, html.indexOf('</head>')).match(headTags)?.join('') ?? '';
  const start = html.indexOf('>', html.indexOf('<main ')) + 1;
  return { ...facts, head, main: html.slice(start, html.lastIndexOf('</main>')) };
}
