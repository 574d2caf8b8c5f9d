import { expect, test } from 'vitest';
import { noThirdParties } from '../../site/consent/consent-registry.ts';
import {
  allowFraming,
  buildContentSecurityPolicy,
  buildReportingHeaders,
  buildSecurityHeaders,
} from './security-headers.ts';

const directivesIn = (policy: string): Record<string, string> =>
  Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/s, 2) as [string, string]));

/** The policy without any setting. `tests/requests/headers.test.ts` compares it with the answers of the built site. */
const basePolicy = directivesIn(buildContentSecurityPolicy({}));
const google = 'https://*.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com';

test.each([
  ['nothing', {}, {}],
  [
    'web analytics',
    { thirdParties: { ...noThirdParties, analyticsId: 'G-TEST1234' } },
    {
      'script-src': `${basePolicy['script-src']} https://*.googletagmanager.com`,
      'img-src': `'self' data: ${google}`,
      'connect-src': `'self' ${google}`,
      // Scripts of other companies create policies of their own, and are still held to them.
      'trusted-types': "* 'allow-duplicates'",
    },
  ],
  [
    'two tags of an advertising partner',
    {
      thirdParties: {
        ...noThirdParties,
        adTags: ['https://tags.example/one.js', 'https://tags.example/two.js'].map((src) => ({
          name: 'Partner',
          src,
          cookies: [],
        })),
      },
    },
    {
      'script-src': `${basePolicy['script-src']} https://tags.example`,
      'img-src': "'self' data: https://tags.example",
      'connect-src': "'self' https://tags.example",
      'frame-src': 'https://www.youtube-nocookie.com https://tags.example',
      'trusted-types': "* 'allow-duplicates'",
    },
  ],
  [
    'pictures of the content service',
    { imageOrigin: 'https://cms.example' },
    { 'img-src': "'self' data: https://cms.example" },
  ],
  [
    'the portal that a form leads to',
    { formTarget: 'https://portal.example' },
    { 'form-action': "'self' https://portal.example" },
  ],
  [
    'development, which is Vite',
    { development: true },
    {
      'script-src': "'self' 'unsafe-inline'",
      'style-src': "'self' 'unsafe-inline'",
      'connect-src': "'self' ws:",
      'frame-src': "'self' https://www.youtube-nocookie.com",
      'frame-ancestors': "'self'",
      'require-trusted-types-for': undefined,
      'trusted-types': undefined,
    },
  ],
])('the policy with %s allows exactly the expected sources', (_setting, sources, changed) => {
  expect(directivesIn(buildContentSecurityPolicy(sources))).toEqual({ ...basePolicy, ...changed });
});

test('a site without https sends neither HSTS nor network error logging', () => {
  expect(buildSecurityHeaders({ https: false })).not.toHaveProperty('strict-transport-security');
  expect(buildReportingHeaders('http://localhost:3000')).toEqual({
    'reporting-endpoints': 'site="http://localhost:3000/api/reports"',
  });
});

test('only the panel may frame a preview', () => {
  const headers = new Headers(buildSecurityHeaders({ https: true }));
  allowFraming(headers, '');
  expect(headers.get('x-frame-options')).toBe('DENY');
  allowFraming(headers, 'https://cms.example/admin');
  expect(headers.get('x-frame-options')).toBeNull();
  expect(directivesIn(headers.get('content-security-policy') ?? '')).toEqual({
    ...basePolicy,
    'frame-ancestors': 'https://cms.example',
  });
});
