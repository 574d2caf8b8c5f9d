/** Serves `GET /drawings/{hash}/…svg`: a diagram of a page, drawn from the current content. An address with former figures redirects to the current one. */
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Replica } from '../../content/replica/replica.ts';
import { diagramPrefix, parseDiagramPath } from '../../site/drawings/diagram-address.ts';
import { type StaticFile, createCompressedFile, immutable } from '../assets/static-files.ts';
import { buildStaticResponse } from '../assets/static-response.ts';
import type { SiteEnv } from '../http/request-context.ts';
import type { SiteRenderer } from '../pages/site-pages.ts';

/** Compressed diagrams in memory, some 10 KB each: the demonstration has 63. */
const maxCached = 300;

/** Calls `look` with other content than visitors see, for a visitor with a cookie for it. @returns null for every other request. */
export type LookAtOtherContent = <Result>(
  cookies: string | undefined,
  look: (content: Replica) => Result,
) => Promise<Result | null>;

interface Options {
  replica: Replica;
  renderer: () => Promise<SiteRenderer>;
  /** An editor’s preview shows the diagram of the draft, and a view of a future day what is planned. */
  looks: readonly LookAtOtherContent[];
  /** Called with what visitors are given. */
  onDrawing: (address: string, svg: string) => void;
}

export function createDiagramRoute({ replica, renderer, looks, onDrawing }: Options): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  /** By address, with the state of the content in which the address was current. */
  const cache = new LRUCache<string, { generation: number; file: Promise<StaticFile> }>({ max: maxCached });
  app.get(`${diagramPrefix}*`, async (context) => {
    const { pathname } = new URL(context.req.url);
    const diagramAddress = parseDiagramPath(pathname);
    if (!diagramAddress) return context.text('There is no such diagram.', 404);
    const { drawWantedDiagram } = await renderer();
    const cookies = context.req.header('cookie');
    const draw = (supposed: Replica) => drawWantedDiagram(diagramAddress, supposed.reader());
    for (const look of looks) {
      const other = await look(cookies, draw);
      if (other)
        return context.body(other.svg, 200, { 'content-type': 'image/svg+xml', 'cache-control': 'private, no-store' });
    }
    const cached = cache.get(pathname);
    const generation = replica.generation();
    if (cached?.generation === generation) return buildStaticResponse(context, await cached.file);
    const diagram = drawWantedDiagram(diagramAddress, replica.reader());
    if (!diagram) return context.text('There is no such diagram.', 404);
    if (diagram.path !== pathname) {
      // The figures have changed. Caches keep the redirect only briefly, because they may change again.
      context.header('cache-control', 'public, max-age=300');
      return context.redirect(diagram.path, 302);
    }
    // Compressed in another thread: a publish of prices changes many diagrams, and each takes twenty milliseconds. Requests meanwhile wait for the same file.
    const file = cached?.file ?? createCompressedFile(Buffer.from(diagram.svg), 'diagram.svg', immutable, true);
    cache.set(pathname, { generation, file });
    onDrawing(pathname, diagram.svg);
    file.catch(() => cache.delete(pathname));
    return buildStaticResponse(context, await file);
  });
  return app;
}
