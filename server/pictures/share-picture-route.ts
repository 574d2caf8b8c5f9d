/** `GET /share-pictures/{hash}/{path}.png`. The page determines the content of its picture; a cached page is not rendered again. */
import { Hono } from 'hono';
import type { SiteEnv } from '../http/request-context.ts';
import { parsePageAddress } from '../pages/page-address.ts';
import type { SitePages, SiteRenderer } from '../pages/site-pages.ts';
import { immutable, createStaticFile } from '../assets/static-files.ts';
import { buildStaticResponse } from '../assets/static-response.ts';
import { sharePicturePrefix } from '../../site/page/share-picture.ts';
import { type SharePictures, parsePictureAddress } from './share-pictures.ts';

interface Options {
  pages: SitePages;
  renderer: () => Promise<SiteRenderer>;
  sharePictures: SharePictures;
}

export function createSharePictureRoute({ pages, renderer, sharePictures }: Options): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  app.get(`${sharePicturePrefix}*`, async (context) => {
    const address = parsePictureAddress(context.req.path);
    const parsed = address && parsePageAddress(address.path);
    if (parsed?.kind !== 'page') return context.text('There is no such picture.', 404);
    const answer = pages.answer(pages.request(await renderer(), parsed.address));
    const share = answer.kind === 'page' ? answer.page.share : null;
    if (!address || !share) return context.text('There is no such picture.', 404);
    const picture = await sharePictures.find(address, share, parsed.address.path);
    if (picture === 'busy') {
      context.header('retry-after', '5');
      return context.text('Too many pictures are being drawn. Please try again in a few seconds.', 503);
    }
    if ('movedTo' in picture) {
      // The page has changed: an old post shows the new picture. Caches keep the redirect only briefly, because the page may change again.
      context.header('cache-control', 'public, max-age=300');
      return context.redirect(picture.movedTo, 302);
    }
    return buildStaticResponse(context, createStaticFile(picture, 'picture.png', immutable));
  });
  return app;
}
