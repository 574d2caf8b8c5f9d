/**
 * The number of documents that a page reads does not grow with the content: lists, authors, topics and related texts read only the rows that they
 * show.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireDocument } from '../../content/wire-document.ts';
import { type Replica, openReplica } from '../../content/replica/replica.ts';
import { createSiteSearch } from '../../content/search/site-search.ts';
import { createRouteMatcher } from '../../server/pages/route-matcher.ts';
import { noThirdParties } from '../../site/consent/consent-registry.ts';
import { findDocumentPath } from '../../site/document-path.ts';
import { createFillIn } from '../../site/instruments/fill-in.ts';
import { staticPaths } from '../../content/static-paths.ts';
import { renderPage, routes } from '../../site/site-renderer.ts';
import { readDemonstration } from '../sites/demonstration.ts';

/** The copies of each article: a page that reads all of them reads hundreds of additional documents. */
const copies = 12;
const ignore = () => undefined;
let replica: Replica;
let articles: WireDocument[];

beforeAll(async () => {
  replica = openReplica(':memory:', ignore, undefined, createFillIn(ignore));
  const snapshot = await readDemonstration();
  replica.apply(snapshot);
  articles = snapshot.documents.filter(({ type }) => type === 'news-article' || type === 'education-article');
});
afterAll(() => replica.close());

function copyDocument({ wire, ...document }: WireDocument, number: number): WireDocument {
  const { id, slug, ...rest } = wire as { id: string; slug?: string };
  return { ...document, wire: { ...rest, id: `${id}-${number}`, slug: `${slug ?? id}-${number}` } };
}

/** The static pages, and one of each kind that has its own address. */
function paths(): string[] {
  const pagesByKind = Map.groupBy(
    replica.addresses().filter(({ locale }) => locale === 'en'),
    ({ type }) => type,
  );
  const ofTypes = [...pagesByKind].flatMap(([type, [first]]) => {
    const document = first && replica.reader().get(type, first.id, 'en');
    const slug = document && 'slug' in document ? document.slug : null;
    return (document && findDocumentPath({ type, id: document.id, slug })) ?? [];
  });
  const tag = replica.reader().list('tag', 'en', { limit: 1 })[0];
  return [...new Set([...Object.values(staticPaths), ...ofTypes, `/education-tags/${tag?.slug}`, '/news-center/news'])];
}

/** Counts the documents and lists that each page reads. */
function reads(): Map<string, number> {
  const matched = createRouteMatcher(routes);
  const settings = {
    origin: 'https://site.test',
    strapiUrl: '',
    thirdParties: noThirdParties,
    buildId: 'test',
    assets: () => ({ style: null, scripts: [], fonts: [] }),
    registrationRule: () => 'open' as const,
  };
  return new Map(
    paths().flatMap((path) => {
      const match = matched(path);
      if (!match) return [];
      const read = replica.reader();
      const request = { locale: 'en' as const, path, params: match.params, query: new URLSearchParams() };
      renderPage(match.route.page, { ...request, read, search: createSiteSearch(replica) }, settings);
      return [[path, read.tags.size] as const];
    }),
  );
}

test('each page reads about as many documents with many times the articles', () => {
  const few = reads();
  const documents = Array.from({ length: copies }, (_, number) =>
    articles.map((one) => copyDocument(one, number)),
  ).flat();
  replica.change({ documents, removed: [], media: [] });
  const many = reads();
  expect(few.size).toBeGreaterThan(45);
  // A list that had a few rows may be full now, and each row has a category and an address of its own.
  const grown = [...many].filter(([path, count]) => count > (few.get(path) ?? 0) + 100);
  expect(grown.map(([path, count]) => `${path}: ${few.get(path)} → ${count}`)).toEqual([]);
});
