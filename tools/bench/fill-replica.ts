/** Fills a replica with as many texts as a site has after years: copies of the demonstration's articles in three languages. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { filesFeed } from '../../content/feed/files-feed.ts';
import type { WireDocument } from '../../content/wire-document.ts';
import { openReplica } from '../../content/replica/replica.ts';
import { createFillIn } from '../../site/instruments/fill-in.ts';
import { projectRoot } from '../project-root.ts';

/** Documents per transaction. */
const documentsPerTransaction = 500;
const dayMs = 86_400_000;
const onAlarm = () => undefined;

/** A copy under another id and slug, published on another day. */
function copyDocument(document: WireDocument, number: number): WireDocument {
  const wire = document.wire as { id: string; slug?: string; title: string; publishedOn: string };
  return {
    ...document,
    wire: {
      ...wire,
      id: `${wire.id}-${number}`,
      slug: `${wire.slug ?? wire.id}-${number}`,
      title: `${wire.title} ${number}`,
      publishedOn: new Date(Date.parse(wire.publishedOn) - (number % 3000) * dayMs).toISOString().slice(0, 10),
    },
  };
}

/** A page at an address that an editor chose, and the fixed page whose blocks it has. */
export const editorsPage = { path: '/campaign/bench', fixed: '/forex' };

function copyPage(document: WireDocument): WireDocument {
  return { ...document, wire: { ...(document.wire as object), id: 'bench', path: editorsPage.path.slice(1) } };
}

/** Fills a replica in the way of a sync with Strapi. @returns the addresses of some copies. */
async function fill(file: string, texts: number): Promise<string[]> {
  const replica = openReplica(file, onAlarm, undefined, createFillIn(onAlarm));
  const snapshot = await filesFeed(join(projectRoot, 'demo')).snapshot();
  replica.apply(snapshot);
  const fixed = snapshot.documents.filter(
    ({ type, wire }) => type === 'page' && (wire as { id: string }).id === editorsPage.fixed.slice(1),
  );
  replica.change({ documents: fixed.map(copyPage), removed: [], media: [] });
  const searchedTypes = /^(?:page|(?:news|education)-article|glossary-term|faq|author|job|legal-document)$/;
  let remaining = texts - snapshot.documents.filter(({ type }) => searchedTypes.test(type)).length;
  const articles = snapshot.documents.filter(({ type }) => type === 'news-article' || type === 'education-article');
  const paths: string[] = [];
  for (let number = 2; remaining > 0; number += 1) {
    const copies = articles.slice(0, remaining).map((article) => copyDocument(article, number));
    remaining -= copies.length;
    for (let from = 0; from < copies.length; from += documentsPerTransaction)
      replica.change({ documents: copies.slice(from, from + documentsPerTransaction), removed: [], media: [] });
    const news = copies.find(({ type, locale }) => type === 'news-article' && locale === 'en');
    if (news && paths.length < 20) paths.push(`/news/${(news.wire as { slug: string }).slug}`);
  }
  while (replica.indexFigures());
  replica.close();
  return paths.length > 0 ? paths : ['/news/gold-when-nothing-happens', '/news/triple-swap-wednesday'];
}

/**
 * Runs `fill` in a separate process, because the garbage of 100 000 texts would slow down the next measurement.
 * @throws when that process fails.
 */
export async function fillReplica(file: string, texts: number): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, file, String(texts)]);
  return JSON.parse(stdout) as string[];
}

if (import.meta.main) {
  const [file = '', texts] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(await fill(file, Number(texts))));
}
