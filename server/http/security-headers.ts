/** Security headers, computed once. The Content-Security-Policy is a pure function so that a test can read it whole. */
import { type ThirdParties, noThirdParties } from '../../site/consent/consent-registry.ts';
import { reportsGroup, reportsPath } from './browser-reports.ts';

export interface PolicySources {
  /** Hashes of inline scripts as `sha256-…`; a page without inline scripts has none. */
  scriptHashes?: readonly string[];
  /** Origin that images may come from besides the site's own: the content service. */
  imageOrigin?: string;
  /** What may be loaded after consent (R43); a policy cannot wait for consent, the code that loads them does. */
  thirdParties?: ThirdParties;
  /** Origin that a form may end at besides the site itself: the clients' portal, where signing in leads. */
  formTarget?: string;
  /** Only in development: Vite's client needs inline styles and a web socket, and `/dev/blocks` frames pages of its own. */
  development?: boolean;
}

/** Origins that GA4 documents for its script and its measurements. */
const analyticsOrigins = [
  'https://*.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
];
/** The names of the browser's own policies. */
const trustedPolicies = ['site', 'third-party', 'default'];
/** The player of the video service that sets no cookies before it plays. */
const videoOrigin = 'https://www.youtube-nocookie.com';

/**
 * Text becomes HTML, or the address of a script, through a policy only (`site/browser/trusted-html.ts` names them). Scripts of other companies make policies of their
 * own, under names that nobody here knows.
 */
function trustedTypes({ analyticsId, adTags }: ThirdParties): [string, ...string[]][] {
  const others = analyticsId || adTags.length > 0 ? ['*', "'allow-duplicates'"] : [];
  return [
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', ...(others.length > 0 ? others : trustedPolicies)],
  ];
}

export function contentSecurityPolicy({
  scriptHashes = [],
  imageOrigin = '',
  thirdParties = noThirdParties,
  formTarget = '',
  development = false,
}: PolicySources): string {
  const adOrigins = [...new Set(thirdParties.adTags.map((tag) => new URL(tag.src).origin))];
  const measured = [...(thirdParties.analyticsId ? analyticsOrigins : []), ...adOrigins];
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    [
      'script-src',
      "'self'",
      ...scriptHashes.map((hash) => `'${hash}'`),
      ...(thirdParties.analyticsId ? ['https://*.googletagmanager.com'] : []),
      ...adOrigins,
      ...(development ? ["'unsafe-inline'"] : []),
    ],
    ['style-src', "'self'", ...(development ? ["'unsafe-inline'"] : [])],
    ['img-src', "'self'", 'data:', ...(imageOrigin ? [imageOrigin] : []), ...measured],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...measured, ...(development ? ['ws:'] : [])],
    ['frame-src', ...(development ? ["'self'"] : []), videoOrigin, ...adOrigins],
    ['manifest-src', "'self'"],
    ['form-action', "'self'", ...(formTarget ? [formTarget] : [])],
    ['base-uri', "'none'"],
    // Vite's client writes HTML as text.
    ...(development ? [] : trustedTypes(thirdParties)),
    // The second is for browsers that know nothing of the first.
    ['report-to', reportsGroup],
    ['report-uri', reportsPath],
    ['frame-ancestors', development ? "'self'" : "'none'"],
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
    'x-frame-options': sources.development ? 'SAMEORIGIN' : 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
  };
}

const ofDocuments = new Set([
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'x-frame-options',
]);
/** A script that could start as a worker, and an SVG in a window of its own, would be documents; no worker is ours, and SVG is not among these. */
const neverDocument = /^(?:text\/(?:css|javascript)\b|font\/|image\/(?!svg))/;

/**
 * What says how a document behaves is nothing to a style, a script, a font or a photograph, and would be a kilobyte of each first load.
 * @param headers as of `securityHeaders`. @returns a function from a content type to the names and values for it.
 */
export function headersByContent(
  headers: Record<string, string>,
): (contentType: string | null | undefined) => readonly (readonly [name: string, value: string])[] {
  const all = Object.entries(headers);
  const files = all.filter(([name]) => !ofDocuments.has(name));
  return (contentType) => (contentType && neverDocument.test(contentType) ? files : all);
}

/**
 * What documents carry besides: where browsers send reports. Failures of the network know only the older header, and only where the public address is https;
 * one in ten is enough to see them.
 */
export function reportingHeaders(siteUrl: string): Record<string, string> {
  const url = `${siteUrl}${reportsPath}`;
  const daySeconds = 86_400;
  return {
    'reporting-endpoints': `${reportsGroup}="${url}"`,
    ...(siteUrl.startsWith('https:')
      ? {
          'report-to': JSON.stringify({ group: reportsGroup, max_age: daySeconds, endpoints: [{ url }] }),
          nel: JSON.stringify({ report_to: reportsGroup, max_age: daySeconds, failure_fraction: 0.1 }),
        }
      : {}),
  };
}

/** Strapi's panel shows a preview inside itself: for such an answer, and only by that origin, framing is allowed. */
export function allowFraming(headers: Headers, address: string): void {
  if (!address) return;
  headers.delete('x-frame-options');
  const policy = headers.get('content-security-policy') ?? '';
  headers.set(
    'content-security-policy',
    policy.replace("frame-ancestors 'none'", `frame-ancestors ${new URL(address).origin}`),
  );
}
