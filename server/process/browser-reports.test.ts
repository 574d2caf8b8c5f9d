import { expect, test } from 'vitest';
import { readReports } from './browser-reports.ts';

const csp = (body: object) =>
  JSON.stringify([
    {
      type: 'csp-violation',
      age: 3,
      url: 'https://broker.example/register?confirm=secret',
      user_agent: 'Somebody',
      body,
    },
  ]);

test('a report is reduced to known values: no page, no query, no visitor', () => {
  expect(
    readReports(
      csp({
        effectiveDirective: 'script-src-elem',
        blockedURL: 'https://evil.example/path?who=anna',
        documentURL: 'https://broker.example/register?confirm=secret',
        sample: 'anna@example.com',
      }),
    ),
  ).toEqual([{ kind: 'csp-violation', detail: 'script-src-elem', subject: 'https://evil.example' }]);
  expect(
    readReports(
      JSON.stringify({
        'csp-report': {
          'violated-directive': 'img-src https://a.example',
          'blocked-uri': 'chrome-extension://abcdef/x.js',
        },
      }),
    ),
  ).toEqual([{ kind: 'csp-violation', detail: 'img-src', subject: 'chrome-extension:' }]);
  expect(
    readReports(
      JSON.stringify([
        {
          type: 'network-error',
          url: 'https://broker.example/login?token=x',
          body: { phase: 'connection', type: 'tcp.timed_out', server_ip: '192.0.2.1' },
        },
      ]),
    ),
  ).toEqual([{ kind: 'network-error', detail: 'connection', subject: 'tcp.timed_out' }]);
});

test.each<[string, object]>([
  ['a directive that nobody knows', { effectiveDirective: 'anna@example.com', blockedURL: 'inline' }],
  ['a directive of another kind', { effectiveDirective: { length: 1e9 }, blockedURL: 'inline' }],
  ['none', { blockedURL: 'inline' }],
])('%s creates no label of its own', (_name, body) => {
  expect(readReports(csp(body))).toEqual([{ kind: 'csp-violation', detail: 'other', subject: 'inline' }]);
});

test('an invalid or long address is not repeated, and an unknown type counts as other', () => {
  expect(readReports(csp({ effectiveDirective: 'img-src', blockedURL: 'anna' }))?.[0]?.subject).toBe('other');
  expect(
    readReports(csp({ effectiveDirective: 'img-src', blockedURL: `https://a.example/${'x'.repeat(5000)}` }))?.[0]
      ?.subject,
  ).toBe('other');
  expect(readReports('[{"type":"anna","body":{"effectiveDirective":"img-src"}}]')).toEqual([
    { kind: 'other', detail: '', subject: '' },
  ]);
});

test('an object that cannot become a string is not a directive', () => {
  expect(readReports('{"csp-report":{"effective-directive":{"toString":1},"blocked-uri":{"toString":1}}}')).toEqual([
    { kind: 'csp-violation', detail: 'other', subject: '' },
  ]);
});

test('a body that is not a report is ignored, and a long list is cut', () => {
  for (const text of ['', 'nothing', 'null', '[null]', '[[]]', '"a"', '7', '[{"type":"crash"},1]'])
    expect([text, readReports(text)]).toEqual([text, null]);
  expect(readReports(JSON.stringify(Array.from({ length: 5000 }, () => ({ type: 'crash' }))))).toHaveLength(20);
});
