/** The built renderer, because tests compare the pages that visitors get. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../../tools/project-root.ts';
import type { SiteRenderer } from '../../server/pages/site-pages.ts';
import { MovedTo, NotFound } from '../../site/page/page-module.ts';

/** @param file the built module, relative to the project. */
export function readRenderer(file: string): SiteRenderer {
  const built = createRequire(import.meta.url)(join(projectRoot, file)) as SiteRenderer;
  return {
    ...built,
    /** The build has its own copies of the classes of a loader's answers; this maps them to those that the server in this process knows. */
    renderPage(...parameters) {
      const rendered = built.renderPage(...parameters);
      if ('html' in rendered) return rendered;
      return 'to' in rendered ? new MovedTo(rendered.to) : new NotFound();
    },
  };
}

/** The renderer of the build that visitors get. */
export const builtRenderer = readRenderer('dist/server/site-renderer.js');
