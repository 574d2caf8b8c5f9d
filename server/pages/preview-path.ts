/** Finds the path that shows a document of any type, for previews and `live-address.ts`: `/` when no page shows it, `/{id}`, which answers 404, for a page with an unknown id. */
import type { DocumentType, Locale } from '../../content/model.ts';
import type { Reader } from '../../content/replica/reader.ts';
import { findDocumentPath } from '../../site/document-path.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { staticPaths } from '../../content/static-paths.ts';

/** For types whose documents have no page of their own: the page that shows all of them. */
const sharedPages: Partial<Record<DocumentType, string>> = {
  faq: staticPaths.faqs,
  'faq-group': staticPaths.faqs,
  'account-type': staticPaths['account-types'],
  'instrument-guide': staticPaths['cfd-asset-list'],
  'trading-calendar': staticPaths['trading-hours'],
};

export function findShownPath(read: Reader, type: DocumentType, id: string, locale: Locale): string {
  const document = read.get(type, id, locale);
  if (type === 'redirect' && document && 'from' in document) return localePath(document.from, locale);
  // A price history is the chart on the page of its instrument, whose id it shares.
  const pageType = type === 'price-history' ? 'instrument' : type;
  const ownPath = findDocumentPath({ type: pageType, id, slug: document && 'slug' in document ? document.slug : null });
  return localePath(ownPath ?? sharedPages[type] ?? (type === 'page' ? `/${id}` : '/'), locale);
}
