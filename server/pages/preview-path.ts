/** Finds the path at which the site shows a document of any type: its own page, or the page of another document. Previews and `live-address.ts` use it. */
import type { DocumentType, Locale } from '../../content/model.ts';
import type { Reader } from '../../content/replica/reader.ts';
import { findDocumentPath } from '../../site/document-path.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { staticPaths } from '../../site/route-patterns.ts';

/** For types without their own pages: the page that shows their documents. */
const shownOn: Partial<Record<DocumentType, string>> = {
  'glossary-term': staticPaths.glossary,
  faq: staticPaths.faqs,
  'faq-group': staticPaths.faqs,
  'account-type': staticPaths['account-types'],
  'instrument-guide': staticPaths['cfd-asset-list'],
  'trading-calendar': staticPaths['trading-hours'],
};

export function findShownPath(read: Reader, type: DocumentType, id: string, locale: Locale): string {
  const document = read.get(type, id, locale);
  if (document && 'from' in document && type === 'redirect') return localePath(document.from, locale);
  // The chart is on the page of the instrument.
  const pageType = type === 'price-history' ? 'instrument' : type;
  const ownPath = findDocumentPath({ type: pageType, id, slug: document && 'slug' in document ? document.slug : null });
  return localePath(ownPath ?? shownOn[type] ?? (type === 'page' ? `/${id}` : '/'), locale);
}
