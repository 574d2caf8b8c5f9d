/** The renderer of the build, in production React: what these tests compare is what visitors get, and thousands of renders take seconds. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/project-root.ts';
import type { SiteRenderer } from '../../server/pages/site-pages.ts';
import { MovedTo, NotFound } from '../../site/page/page-module.ts';

// React decides when it is loaded.
process.env['NODE_ENV'] = 'production';
const built = createRequire(import.meta.url)(join(projectRoot, 'dist/server/site-renderer.js')) as SiteRenderer;

export const builtRenderer: SiteRenderer = {
  ...built,
  /** The build has classes of its own for a loader's answers; the server in this process knows these. */
  renderPage(...parameters) {
    const rendered = built.renderPage(...parameters);
    if ('html' in rendered) return rendered;
    return 'to' in rendered ? new MovedTo(rendered.to) : new NotFound();
  },
};
