/** Lets the broker's other sites show this site's header and footer (README.md). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { StaticFile } from '../../server/assets/static-files.ts';
import { buildStaticResponse } from '../../server/assets/static-response.ts';
import { definePart } from '../../server/part.ts';
import { allowEverySite, allowOrigins } from './cross-origin.ts';
import { readFrameFiles } from './frame-files.ts';

/** `https://portal.broker.example, https://help.broker.example`: in the form of the header `Origin`, so that a string comparison is enough. */
const origins = v.pipe(
  v.string(),
  v.transform((value) => [...new Set(value.split(',').map((origin) => origin.trim()))]),
  v.array(
    v.pipe(
      v.string(),
      v.check(
        (value) => /^https?:\/\/[\w.:[\]-]+$/.test(value) && URL.parse(value)?.origin === value,
        'must be a comma-separated list of origins such as https://portal.broker.example, in lower case and without a path',
      ),
    ),
  ),
);

/** The addresses that scripts of the other sites may read. */
const readable = ['/api/strapi/*', '/api/settings', '/embed/*'];

export const embed = definePart({
  settings: { EMBED_ORIGINS: v.optional(origins) },
  open({ config, root, development }, { EMBED_ORIGINS = [] }) {
    const folder = development ? join(config.dataDir, 'embed') : join(root, 'dist/embed');
    const files = existsSync(folder) ? readFrameFiles(folder, config.siteUrl) : new Map<string, StaticFile>();
    const routes = new Hono().all('/:name', (context) => {
      const file = files.get(context.req.param('name'));
      return file ? buildStaticResponse(context, file) : context.text(`Page not found: ${context.req.path}`, 404);
    });
    return {
      mount(app) {
        for (const path of readable) app.use(path, allowOrigins(EMBED_ORIGINS));
        app.use('/embed/*', allowEverySite);
        app.route('/embed', routes);
      },
    };
  },
});
