/** Builds the response for a static file: validator, encoding, caching. */
import type { Context } from 'hono';
import { matchesEtag } from '../http/etag.ts';
import { chooseEncoding } from '../http/content-encoding.ts';
import type { StaticFile } from './static-files.ts';

export function buildStaticResponse(context: Context, file: StaticFile): Response {
  const { req } = context;
  if (req.method !== 'GET' && req.method !== 'HEAD')
    return context.text('This address answers GET and HEAD.', 405, { allow: 'GET, HEAD' });
  const headers: Record<string, string> = {
    etag: file.etag,
    'cache-control': file.cacheControl,
    ...(file.br ? { vary: 'Accept-Encoding' } : {}),
  };
  if (matchesEtag(req.header('if-none-match'), file.etag)) return context.body(null, 304, headers);
  const encoding = file.br ? chooseEncoding(req.header('accept-encoding')) : 'identity';
  const body = file[encoding] ?? file.identity;
  headers['content-type'] = file.contentType;
  headers['content-length'] = String(body.length);
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  return context.body(new Uint8Array(body), 200, headers);
}
