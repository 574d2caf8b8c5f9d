/** Maps a document to the path of its own page, without language prefix. Links, search results, sitemaps and previews share this table. */
import type { DocumentType } from '../content/model.ts';
import { type RoutePattern, type StaticPageId, legalPageIds, linkTo, staticPaths } from './route-patterns.ts';

/** Pages of no use to visitors who arrive from a search engine: not indexed, and in no sitemap. */
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
} as const satisfies Partial<Record<DocumentType, Extract<RoutePattern, `${string}:slug`>>>;

interface NamedDocument {
  type: DocumentType;
  id: string;
  slug?: string | null;
}

/** @returns null for a document that has no page of its own. */
export function pathOfDocument({ type, id, slug }: NamedDocument): string | null {
  if (type === 'page') return Object.hasOwn(staticPaths, id) ? staticPaths[id as StaticPageId] : null;
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
