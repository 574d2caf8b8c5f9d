/** The thread that renders stale pages while the main one serves visitors (`render-thread.ts`). */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { descending } from '../../content/replica/document-index.ts';
import { joinReplicaDatabase } from '../../content/replica/file/database.ts';
import { type RowSource, createReaderStore } from '../../content/replica/reader-store.ts';
import { createReader } from '../../content/replica/reader.ts';
import type { SiteSearch } from '../../content/search/site-search.ts';
import { fillIn } from '../../site/figures/fill-in.ts';
import { renderPage, routes } from '../../site/site-renderer.ts';
import { readDocumentAssets } from '../assets/built-assets.ts';
import { pageBytes } from '../pages/page-bytes.ts';
import { createRouteMatcher } from '../pages/route-matcher.ts';
import type { RenderJob, RenderThreadData, RenderedInWorker } from './render-thread.ts';

const { dist, settings } = workerData as RenderThreadData;
const assets = readDocumentAssets(dist);
const matched = createRouteMatcher(routes);

let database: DatabaseSync | null = null;
let edition = -1;
const statements = new Map<string, StatementSync>();

/** A file that another one has replaced can still be read, and says what was there before. */
function connect({ location, edition: current }: RenderJob['storage']): void {
  if (current === edition) return;
  statements.clear();
  database?.close();
  database = joinReplicaDatabase(location);
  edition = current;
}

function statement(sql: string): StatementSync {
  const known = statements.get(sql) ?? database?.prepare(sql);
  if (!known) throw new Error('The replica is not open.');
  statements.set(sql, known);
  return known;
}

const rows: RowSource = {
  get: (sql, ...values) => statement(sql).get(...values),
  all: (sql, ...values) => statement(sql).all(...values),
};
function onlyThere(): never {
  throw new Error('The main thread does this.');
}
// The main thread searches, repairs what is damaged, and reports faults of figures.
const store = createReaderStore(
  rows,
  descending,
  onlyThere,
  fillIn(() => undefined),
);
const search: SiteSearch = { find: onlyThere };
let generation = -1;

function rendered({ storage, generation: current, ...job }: RenderJob): RenderedInWorker | null {
  const { locale, path, query, payload, encoding } = job;
  connect(storage);
  if (current !== generation) store.forget();
  generation = current;
  const match = matched(path);
  if (!match) return null;
  const { page } = match.route;
  const read = createReader(store);
  const began = performance.now();
  const result = renderPage(
    page,
    { locale, path, params: match.params, query: new URLSearchParams(query), read, search },
    { ...settings, assets: () => assets },
  );
  const seconds = (performance.now() - began) / 1000;
  if (!('html' in result)) return null;
  const bytes = pageBytes(result, read.tags, page.personal?.cookies ?? null);
  (payload ? bytes.payload : bytes.document).in(encoding);
  const document = bytes.document.parts();
  return document && { ...bytes, document, payload: bytes.payload.parts(), kind: page.kind, seconds };
}

parentPort?.on('message', (job: RenderJob) => {
  let page: RenderedInWorker | null = null;
  try {
    page = rendered(job);
  } catch {
    // The main thread renders it, and reports why it cannot be rendered.
  }
  const parts = [page?.document, page?.payload].flatMap((one) => [one?.text, one?.br, one?.gzip]);
  parentPort?.postMessage(
    page,
    parts.flatMap((bytes) => (bytes ? [bytes.buffer] : [])),
  );
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage('ready');
