/** Security headers, computed once. The Content-Security-Policy is a pure function so that a test can read it whole. */

export interface PolicySources {
  /** Hashes of inline scripts as `sha256-…`; a page without inline scripts has none. */
  scriptHashes?: readonly string[];
  /** Origin that images may come from besides the site's own: the content service. */
  imageOrigin?: string;
  /** Only in development: Vite's client needs inline styles and a web socket. */
  development?: boolean;
}

export function contentSecurityPolicy({ scriptHashes = [], imageOrigin = '', development = false }: PolicySources): string {
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...scriptHashes.map((hash) => `'${hash}'`), ...(development ? ["'unsafe-inline'"] : [])],
    ['style-src', "'self'", ...(development ? ["'unsafe-inline'"] : [])],
    ['img-src', "'self'", 'data:', ...(imageOrigin ? [imageOrigin] : [])],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...(development ? ['ws:'] : [])],
    ['manifest-src', "'self'"],
    ['form-action', "'self'"],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

/** What every answer carries. */
export function securityHeaders(sources: PolicySources & { https: boolean }): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(sources),
    // Two years, as browsers' preload lists ask; only where the public address is https, or a local http site would lock itself out.
    ...(sources.https ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
  };
}

/** Strapi's panel shows a preview inside itself: for such an answer, and only by that origin, framing is allowed. */
export function allowFraming(headers: Headers, address: string): void {
  if (!address) return;
  headers.delete('x-frame-options');
  const policy = headers.get('content-security-policy') ?? '';
  headers.set('content-security-policy', policy.replace("frame-ancestors 'none'", `frame-ancestors ${new URL(address).origin}`));
}
