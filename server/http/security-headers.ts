/** Builds the security headers, once. The Content-Security-Policy is a pure function so that a test can read it whole. */
import { createHash } from 'node:crypto';
import { type ThirdParties, noThirdParties } from '../../site/consent/consent-registry.ts';
import { themeScript } from '../../site/ui/theme.ts';

export const reportsPath = '/api/reports';
/** The headers `reporting-endpoints` and `report-to` give `reportsPath` this name; other headers refer to it by the name. */
const reportsGroup = 'site';

interface PolicySources {
  /** Origin that images may come from besides the site's own: the content service. */
  imageOrigin?: string;
  /** Third parties that pages may load after consent (R43). The policy cannot depend on consent; the code that loads them does. */
  thirdParties?: ThirdParties;
  /** Origin besides the site to which a form may redirect: the clients' portal, after signing in. */
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
/** The one inline script. */
const themeSource = `'sha256-${createHash('sha256').update(themeScript).digest('base64')}'`;
/** Names of the Trusted Types policies that the site's own browser code creates. */
const trustedPolicies = ['site', 'third-party', 'default'];
/** The video service's player without cookies before it plays. */
const videoOrigin = 'https://www.youtube-nocookie.com';

/**
 * In the browser, text becomes HTML or the address of a script only through a Trusted Types policy (`site/browser/trusted-html.ts` names them).
 * Scripts of other companies create policies of their own, under names that we cannot know.
 */
function buildTrustedTypes({ analyticsId, adTags }: ThirdParties): [string, ...string[]][] {
  const names = analyticsId || adTags.length > 0 ? ['*', "'allow-duplicates'"] : trustedPolicies;
  return [
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', ...names],
  ];
}

export function buildContentSecurityPolicy({
  imageOrigin = '',
  thirdParties = noThirdParties,
  formTarget = '',
  development = false,
}: PolicySources): string {
  const adOrigins = [...new Set(thirdParties.adTags.map((tag) => new URL(tag.src).origin))];
  const thirdPartyOrigins = [...(thirdParties.analyticsId ? analyticsOrigins : []), ...adOrigins];
  const directives: [string, ...string[]][] = [
    ['default-src', "'none'"],
    [
      'script-src',
      "'self'",
      // Browsers ignore `unsafe-inline` when there is a hash.
      ...(development ? ["'unsafe-inline'"] : [themeSource]),
      ...(thirdParties.analyticsId ? ['https://*.googletagmanager.com'] : []),
      ...adOrigins,
    ],
    ['style-src', "'self'", ...(development ? ["'unsafe-inline'"] : [])],
    ['img-src', "'self'", 'data:', ...(imageOrigin ? [imageOrigin] : []), ...thirdPartyOrigins],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...thirdPartyOrigins, ...(development ? ['ws:'] : [])],
    ['frame-src', ...(development ? ["'self'"] : []), videoOrigin, ...adOrigins],
    ['manifest-src', "'self'"],
    ['form-action', "'self'", ...(formTarget ? [formTarget] : [])],
    ['base-uri', "'none'"],
    // Vite's client assigns HTML as a string.
    ...(development ? [] : buildTrustedTypes(thirdParties)),
    // `report-uri` is for browsers that do not know `report-to`.
    ['report-to', reportsGroup],
    ['report-uri', reportsPath],
    ['frame-ancestors', development ? "'self'" : "'none'"],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

/** Builds the security headers of every response. */
export function buildSecurityHeaders(sources: PolicySources & { https: boolean }): Record<string, string> {
  return {
    'content-security-policy': buildContentSecurityPolicy(sources),
    // Two years, as browsers' preload lists require. Only with https: a local http site would become unreachable.
    ...(sources.https ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
    'x-content-type-options': 'nosniff',
    'x-frame-options': sources.development ? 'SAMEORIGIN' : 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
  };
}

const documentOnly = new Set([
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'x-frame-options',
]);
/**
 * Types that are never documents on this site. A script could be a worker, but the site has none. An SVG that is opened directly is a document,
 * so SVG is excluded.
 */
const neverDocument = /^(?:text\/(?:css|javascript)\b|font\/|image\/(?!svg))/;

/**
 * Omits the headers that only affect documents from styles, scripts, fonts and photographs: they would add a kilobyte to each first load.
 * @param headers as `buildSecurityHeaders` returns them. @returns a function from a content type to the names and values for it.
 */
export function selectHeadersByContent(
  headers: Record<string, string>,
): (contentType: string | null | undefined) => readonly (readonly [name: string, value: string])[] {
  const all = Object.entries(headers);
  const fileHeaders = all.filter(([name]) => !documentOnly.has(name));
  return (contentType) => (contentType && neverDocument.test(contentType) ? fileHeaders : all);
}

/**
 * Builds the additional headers of documents: where browsers send reports. Reports of network failures (`nel`) need the older `report-to`, and a public
 * address with https; one failure in ten is enough to notice them.
 */
export function buildReportingHeaders(siteUrl: string): Record<string, string> {
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

/** Lets Strapi's panel, and no other origin, frame this response: it shows previews in a frame. @param address of the panel; empty: no change. */
export function allowFraming(headers: Headers, address: string): void {
  if (!address) return;
  headers.delete('x-frame-options');
  const policy = headers.get('content-security-policy') ?? '';
  headers.set(
    'content-security-policy',
    policy.replace("frame-ancestors 'none'", `frame-ancestors ${new URL(address).origin}`),
  );
}
