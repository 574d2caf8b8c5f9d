/** `GET /drawings/{hash}/…svg`: a drawing of a platform, or a diagram of a page, made from the content as it is now. An address with former figures leads to the present ones. */
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Replica } from '../../content/replica/replica.ts';
import { parseDiagramPath } from '../../site/drawings/diagrams/diagram-address.ts';
import { drawingPrefix, parseDrawingPath } from '../../site/drawings/drawing-address.ts';
import { type StaticFile, compressedFile, immutable } from '../assets/static-files.ts';
import { staticResponse } from '../assets/static-response.ts';
import type { SiteEnv } from '../http/request-context.ts';
import type { SiteRenderer } from '../pages/site-pages.ts';

/** Compressed drawings kept in memory, some 10 KB each: the demonstration has 90. */
const mostKept = 300;

interface Parts {
  replica: Replica;
  renderer: () => Promise<SiteRenderer>;
  /** An editor’s preview shows the diagram of the draft. */
  preview: {
    look: <Result>(cookies: string | undefined, look: (draft: Replica) => Result) => Promise<Result | null>;
  };
}

export function drawingRoute({ replica, renderer, preview }: Parts): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  /** By address, with the state of the content in which the address was the present one. */
  const kept = new LRUCache<string, { generation: number; file: Promise<StaticFile> }>({ max: mostKept });
  app.get(`${drawingPrefix}*`, async (context) => {
    const { pathname } = new URL(context.req.url);
    const diagram = parseDiagramPath(pathname);
    if (diagram) {
      const { wantedDrawing } = await renderer();
      const drafted = await preview.look(context.req.header('cookie'), (draft) =>
        wantedDrawing(diagram, draft.reader()),
      );
      if (drafted)
        return context.body(drafted.svg, 200, {
          'content-type': 'image/svg+xml',
          'cache-control': 'private, no-store',
        });
    }
    const known = kept.get(pathname);
    const generation = replica.generation();
    if (known?.generation === generation) return staticResponse(context, await known.file);
    const wanted = diagram ?? parseDrawingPath(pathname);
    const drawing = wanted && (await renderer()).wantedDrawing(wanted, replica.reader());
    if (!drawing) return context.text('There is no such drawing.', 404);
    if (drawing.path !== pathname) {
      // The figures have changed since. Not kept for long, because they may change again.
      context.header('cache-control', 'public, max-age=300');
      return context.redirect(drawing.path, 302);
    }
    // In another thread: a publish of prices makes all drawings new, and each takes twenty milliseconds. Who asks meanwhile waits for the same.
    const file = kept.get(pathname)?.file ?? compressedFile(Buffer.from(drawing.svg), 'drawing.svg', immutable, true);
    kept.set(pathname, { generation, file });
    file.catch(() => kept.delete(pathname));
    return staticResponse(context, await file);
  });
  return app;
}
