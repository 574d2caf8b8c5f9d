/** A renderer that was built, in production React: what tests compare is what visitors get, and thousands of renders take seconds. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../scripts/project-root.ts';
import type { SiteRenderer } from '../server/pages/site-pages.ts';
import { MovedTo, NotFound } from '../site/page/page-module.ts';

// React decides when it is loaded.
process.env['NODE_ENV'] = 'production';

/** @param file the built module, relative to the project. */
export function readRenderer(file: string): SiteRenderer {
  const built = createRequire(import.meta.url)(join(projectRoot, file)) as SiteRenderer;
  return {
    ...built,
    /** The build has classes of its own for a loader's answers; the server in this process knows these. */
    renderPage(...parameters) {
      const rendered = built.renderPage(...parameters);
      if ('html' in rendered) return rendered;
      return 'to' in rendered ? new MovedTo(rendered.to) : new NotFound();
    },
  };
}

/** That of the build which visitors get. */
export const builtRenderer = readRenderer('dist/server/site-renderer.js');
