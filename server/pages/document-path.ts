/** Where a document of any type is seen on the site: its own page, or one that shows it. For previews. */
import type { DocumentType, Locale } from '../../content/model.ts';
import type { Reader } from '../../content/mirror/reader.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { type RoutePattern, linkTo, staticPaths } from '../../site/route-patterns.ts';

const slugPatterns: Partial<Record<DocumentType, RoutePattern>> = {
  'news-article': '/news/:slug', 'education-article': '/education/:slug', tag: '/news-tags/:slug', 'news-category': '/news-category/:slug',
  'education-category': '/education-category/:slug', author: '/education-authors/:slug', job: '/job-post/:slug',
};

/** Types without a page of their own. */
const shownOn: Partial<Record<DocumentType, string>> = {
  'glossary-term': staticPaths.glossary, faq: staticPaths.faqs, 'faq-group': staticPaths.faqs, 'account-type': staticPaths['account-types'],
};

export function documentPath(read: Reader, type: DocumentType, id: string, locale: Locale): string {
  const pattern = slugPatterns[type];
  const document = read.get(type, id, locale);
  const path = () => {
    if (type === 'page' || type === 'legal-document') {
      const fixed = (staticPaths as Record<string, string>)[id];
      return fixed ?? (type === 'legal-document' ? linkTo('/legal/:slug', { slug: id }) : `/${id}`);
    }
    if (document && 'from' in document) return document.from;
    if (pattern && document && 'slug' in document) return linkTo(pattern as '/news/:slug', { slug: document.slug });
    return shownOn[type] ?? '/';
  };
  return localePath(path(), locale);
}
