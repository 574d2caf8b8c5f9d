import { expect, test } from 'vitest';
import { isSameOrigin } from './same-origin.ts';
import { findClientIp, toNetwork } from './visit.ts';

test.each([
  ['no header is configured', '', { 'x-forwarded-for': '1.1.1.1' }, '9.9.9.9'],
  ['the proxy appended its own view', 'x-forwarded-for', { 'x-forwarded-for': '6.6.6.6, 1.1.1.1' }, '1.1.1.1'],
  [
    'another header was forged',
    'cf-connecting-ip',
    { 'x-forwarded-for': '6.6.6.6', 'cf-connecting-ip': '1.1.1.1' },
    '1.1.1.1',
  ],
  ['what the header says is no address', 'x-forwarded-for', { 'x-forwarded-for': '1.1.1.1, unknown' }, '9.9.9.9'],
  ['the header is missing', 'x-forwarded-for', {}, '9.9.9.9'],
  ['an IPv6 network', 'x-real-ip', { 'x-real-ip': '2001:0db8:0001:0002:ffff::1' }, '2001:db8:1:2::/64'],
  ['a short IPv6 address', 'x-real-ip', { 'x-real-ip': '2001:db8::1' }, '2001:db8:0:0::/64'],
  ['IPv4 in IPv6', 'x-real-ip', { 'x-real-ip': '::ffff:1.2.3.4' }, '1.2.3.4'],
])('the correct client address is found when %s', (_, header, headers, expected) => {
  expect(toNetwork(findClientIp(new Headers(headers as Record<string, string>), '9.9.9.9', header))).toBe(expected);
});

test.each([
  [{ origin: 'https://broker.example', 'sec-fetch-site': 'same-origin' }, true],
  [{ origin: 'https://broker.example' }, true],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ referer: 'https://broker.example/login' }, true],
  [{ origin: 'http://broker.example', host: 'broker.example' }, false],
  [{ origin: 'https://broker.example.evil.example' }, false],
  [{ origin: 'null' }, false],
  [{ referer: 'https://evil.example/https://broker.example' }, false],
  [{ origin: 'https://broker.example', 'sec-fetch-site': 'cross-site' }, false],
  [{}, false],
])('a form with %j comes from this site: %s', (headers, expected) => {
  expect(isSameOrigin(new Headers(headers as Record<string, string>), 'https://broker.example')).toBe(expected);
});
