/** The path at which the site shows a document of any type: its own page, or another one that shows it. For previews and `live-address.ts`. */
import type { DocumentType, Locale } from '../../content/model.ts';
import type { Reader } from '../../content/replica/reader.ts';
import { pathOfDocument } from '../../site/document-path.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { staticPaths } from '../../site/route-patterns.ts';

/** Types without a page of their own, and the page that shows them. */
const shownOn: Partial<Record<DocumentType, string>> = {
  'glossary-term': staticPaths.glossary,
  faq: staticPaths.faqs,
  'faq-group': staticPaths.faqs,
  'account-type': staticPaths['account-types'],
  'instrument-guide': staticPaths['cfd-asset-list'],
  'trading-calendar': staticPaths['trading-hours'],
};

export function documentPath(read: Reader, type: DocumentType, id: string, locale: Locale): string {
  const document = read.get(type, id, locale);
  if (document && 'from' in document && type === 'redirect') return localePath(document.from, locale);
  // The chart stands on the page of the instrument.
  const shown = type === 'price-history' ? 'instrument' : type;
  const own = pathOfDocument({ type: shown, id, slug: document && 'slug' in document ? document.slug : null });
  return localePath(own ?? shownOn[type] ?? (type === 'page' ? `/${id}` : '/'), locale);
}
