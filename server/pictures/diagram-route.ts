/** `GET /drawings/{hash}/…svg`: a diagram of a page, drawn from the current content. An address with former figures redirects to the current one. */
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Replica } from '../../content/replica/replica.ts';
import { diagramPrefix, parseDiagramPath } from '../../site/drawings/diagram-address.ts';
import { type StaticFile, compressedFile, immutable } from '../assets/static-files.ts';
import { staticResponse } from '../assets/static-response.ts';
import type { SiteEnv } from '../http/request-context.ts';
import type { SiteRenderer } from '../pages/site-pages.ts';

/** Compressed diagrams kept in memory, some 10 KB each: the demonstration has 63. */
const mostKept = 300;

interface Parts {
  replica: Replica;
  renderer: () => Promise<SiteRenderer>;
  /** An editor’s preview shows the diagram of the draft. */
  preview: {
    look: <Result>(cookies: string | undefined, look: (draft: Replica) => Result) => Promise<Result | null>;
  };
}

export function diagramRoute({ replica, renderer, preview }: Parts): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  /** By address, with the state of the content in which the address was current. */
  const kept = new LRUCache<string, { generation: number; file: Promise<StaticFile> }>({ max: mostKept });
  app.get(`${diagramPrefix}*`, async (context) => {
    const { pathname } = new URL(context.req.url);
    const wanted = parseDiagramPath(pathname);
    if (!wanted) return context.text('There is no such diagram.', 404);
    const { wantedDiagram } = await renderer();
    const drafted = await preview.look(context.req.header('cookie'), (draft) => wantedDiagram(wanted, draft.reader()));
    if (drafted)
      return context.body(drafted.svg, 200, { 'content-type': 'image/svg+xml', 'cache-control': 'private, no-store' });
    const known = kept.get(pathname);
    const generation = replica.generation();
    if (known?.generation === generation) return staticResponse(context, await known.file);
    const diagram = wantedDiagram(wanted, replica.reader());
    if (!diagram) return context.text('There is no such diagram.', 404);
    if (diagram.path !== pathname) {
      // The figures have changed. Caches keep the redirect only briefly, because they may change again.
      context.header('cache-control', 'public, max-age=300');
      return context.redirect(diagram.path, 302);
    }
    // Compressed in another thread: a publish of prices changes many diagrams, and each takes twenty milliseconds. Requests meanwhile wait for the same file.
    const file = known?.file ?? compressedFile(Buffer.from(diagram.svg), 'diagram.svg', immutable, true);
    kept.set(pathname, { generation, file });
    file.catch(() => kept.delete(pathname));
    return staticResponse(context, await file);
  });
  return app;
}
