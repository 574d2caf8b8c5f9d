/** Maps documents to their paths without language prefix, and back. Links, search results, sitemaps and previews share this table. */
import type { DocumentType } from '../content/model.ts';
import type { LinkTarget } from '../content/replica/reader.ts';
import { type StaticPageId, legalPageIds, staticPaths } from '../content/static-paths.ts';
import { type RoutePattern, linkTo, parameterisedPatterns } from './route-patterns.ts';

/** Pages that do not help visitors from a search engine: search engines do not index them, and no sitemap lists them. */
export const unlistedPages: ReadonlySet<string> = new Set<StaticPageId>([
  'error',
  'login',
  'old-register',
  'forgot-password',
]);

const slugPatterns = {
  'news-article': '/news/:slug',
  'education-article': '/education/:slug',
  tag: '/news-tags/:slug',
  'news-category': '/news-category/:slug',
  'education-category': '/education-category/:slug',
  author: '/education-authors/:slug',
  job: '/job-post/:slug',
  'glossary-term': '/glossary/:slug',
} as const satisfies Partial<Record<DocumentType, Extract<RoutePattern, `${string}:slug`>>>;

interface NamedDocument {
  type: DocumentType;
  id: string;
  slug?: string | null;
}

/** Finds the path of a document; null for a document that has no page. The slug of a page is its path. */
export function findDocumentPath({ type, id, slug }: NamedDocument): string | null {
  if (type === 'page') return slug ?? (Object.hasOwn(staticPaths, id) ? staticPaths[id as StaticPageId] : null);
  if (type === 'instrument') return linkTo('/cfd-asset-list/:symbol', { symbol: id });
  if (type === 'legal-document') {
    const fixed = legalPageIds.find((name) => name === id);
    return fixed ? staticPaths[fixed] : linkTo('/legal/:slug', { slug: id });
  }
  const pattern = (slugPatterns as Partial<Record<DocumentType, (typeof slugPatterns)[keyof typeof slugPatterns]>>)[
    type
  ];
  return pattern && slug ? linkTo(pattern, { slug }) : null;
}

const slugFolders = new Map<string, DocumentType>([
  ...(Object.entries(slugPatterns) as [DocumentType, string][]).map(
    ([type, pattern]) => [pattern.replace(':slug', ''), type] as const,
  ),
  ['/education-tags/', 'tag'],
]);
const idFolders = new Map<string, DocumentType>([
  ['/cfd-asset-list/', 'instrument'],
  ['/legal/', 'legal-document'],
  ['/news-center/news/', 'news-article'],
]);
const pages = new Map<string, LinkTarget>(
  (Object.entries(staticPaths) as [StaticPageId, string][]).map(([id, path]) => [
    path,
    { type: legalPageIds.some((legal) => legal === id) ? 'legal-document' : 'page', id },
  ]),
);

/** The form of an address that editors choose for a page. */
const chosenPath = /^\/[a-z0-9-]+(?:\/[a-z0-9-]+)?$/;
const lists: ReadonlySet<string> = new Set(parameterisedPatterns.filter((pattern) => !pattern.includes(':')));

/** Finds the document that a path shows; null for a path that shows none, or that another service may answer. */
export function findDocument(path: string): LinkTarget | null {
  const page = pages.get(path);
  if (page) return page;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const part = path.slice(folder.length);
  const type = slugFolders.get(folder);
  if (type) return { type, slug: part };
  const typeById = idFolders.get(folder);
  if (typeById) return { type: typeById, id: part };
  return chosenPath.test(path) && !lists.has(path) ? { type: 'page', slug: path } : null;
}
