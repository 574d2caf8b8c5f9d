/** Security headers, computed once. The Content-Security-Policy is a pure function so that a test can read it whole. */
import { type ThirdParties, noThirdParties } from '../site/consent/consent-registry.ts';

export interface PolicySources {
  /** Hashes of inline scripts as `sha256-…`; a page without inline scripts has none. */
  scriptHashes?: readonly string[];
  /** Origin that images may come from besides the site's own: the content service. */
  imageOrigin?: string;
  /** What may be loaded after consent (R43); a policy cannot wait for consent, the code that loads them does. */
  thirdParties?: ThirdParties;
  /** Origin that a form may end at besides the site itself: the clients' portal, where signing in leads. */
  formTarget?: string;
  /** Only in development: Vite's client needs inline styles and a web socket. */
  development?: boolean;
}

/** Origins that GA4 documents for its script and its measurements. */
const analyticsOrigins = ['https://*.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'];
/** The player of the video service that sets no cookies before it plays. */
const videoOrigin = 'https://www.youtube-nocookie.com';

export function contentSecurityPolicy({ scriptHashes = [], imageOrigin = '', thirdParties = noThirdParties, formTarget = '', development = false }: PolicySources): string {
  const adOrigins = [...new Set(thirdParties.adTags.map((tag) => new URL(tag.src).origin))];
  const measured = [...(thirdParties.analyticsId ? analyticsOrigins : []), ...adOrigins];
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    ['script-src', "'self'", ...scriptHashes.map((hash) => `'${hash}'`), ...(thirdParties.analyticsId ? ['https://*.googletagmanager.com'] : []), ...adOrigins, ...(development ? ["'unsafe-inline'"] : [])],
    ['style-src', "'self'", ...(development ? ["'unsafe-inline'"] : [])],
    ['img-src', "'self'", 'data:', ...(imageOrigin ? [imageOrigin] : []), ...measured],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...measured, ...(development ? ['ws:'] : [])],
    ['frame-src', videoOrigin, ...adOrigins],
    ['manifest-src', "'self'"],
    ['form-action', "'self'", ...(formTarget ? [formTarget] : [])],
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
