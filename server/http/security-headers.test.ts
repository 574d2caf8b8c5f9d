import { expect, test } from 'vitest';
import { contentSecurityPolicy, reportingHeaders } from './security-headers.ts';

const directive = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));

test('text becomes HTML or a script through named policies only, and what is refused is reported', () => {
  const policy = contentSecurityPolicy({});
  expect(directive(policy, 'require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
  expect(directive(policy, 'trusted-types')).toBe('trusted-types site third-party default');
  expect([directive(policy, 'report-to'), directive(policy, 'report-uri')]).toEqual([
    'report-to site',
    'report-uri /api/reports',
  ]);
  // Vite's client would not work with it.
  expect(contentSecurityPolicy({ development: true })).not.toContain('trusted');
});

test('scripts of other companies make policies of their own, and are still held to them', () => {
  for (const more of [
    { analyticsId: 'G-TEST1234' },
    { adTags: [{ name: 'Partner', src: 'https://tags.example/t.js', cookies: [] }] },
  ]) {
    const policy = contentSecurityPolicy({
      thirdParties: { analyticsId: '', adTags: [], consentStorage: 'cookie', ...more },
    });
    expect([directive(policy, 'require-trusted-types-for'), directive(policy, 'trusted-types')]).toEqual([
      "require-trusted-types-for 'script'",
      "trusted-types * 'allow-duplicates'",
    ]);
  }
});

test('failures of the network are reported where the public address is https, to this site', () => {
  expect(reportingHeaders('http://localhost:3000')).toEqual({
    'reporting-endpoints': 'site="http://localhost:3000/api/reports"',
  });
  const headers = reportingHeaders('https://broker.example');
  expect(JSON.parse(headers['report-to'] ?? '')).toEqual({
    group: 'site',
    max_age: 86_400,
    endpoints: [{ url: 'https://broker.example/api/reports' }],
  });
  expect(JSON.parse(headers['nel'] ?? '')).toEqual({ report_to: 'site', max_age: 86_400, failure_fraction: 0.1 });
});
