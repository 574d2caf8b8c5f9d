/** Chooses the encoding of a response from the header `Accept-Encoding`. */

export type Encoding = 'br' | 'gzip' | 'identity';

function matchEncoding(encoding: Encoding): RegExp {
  return new RegExp(`(?:^|[\\s,])${encoding}(?!\\s*;\\s*q=0(?:\\.0*)?(?:[\\s,]|$))(?:[\\s,;]|$)`);
}

/** Compiled once: every hit of the cache uses them. */
const acceptsBrotli = matchEncoding('br');
const acceptsGzip = matchEncoding('gzip');

/** Chooses the best encoding that a client names; `q=0` refuses one. Proxies send short lists, so no full parser is needed. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (acceptsBrotli.test(accepted)) return 'br';
  return acceptsGzip.test(accepted) ? 'gzip' : 'identity';
}
