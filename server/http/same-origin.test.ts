import { expect, test } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

const site = 'https://broker.example';

test.each<[what: string, headers: Record<string, string>, ours: boolean]>([
  ['a page of ours', { origin: site, 'sec-fetch-site': 'same-origin' }, true],
  ['a page of ours whose origin a privacy setting hides', { origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
  ['the same without any origin', { 'sec-fetch-site': 'same-origin' }, true],
  [
    'a page of ours behind a proxy that changes the host',
    { origin: 'https://inner', 'sec-fetch-site': 'same-origin' },
    true,
  ],
  ['a form that the visitor sends again after a restart', { 'sec-fetch-site': 'none' }, true],
  ['the same with a hidden origin', { origin: 'null', 'sec-fetch-site': 'none' }, true],
  ['the same with its origin', { origin: site, 'sec-fetch-site': 'none' }, true],
  ['an old browser', { origin: site }, true],
  ['an older one', { referer: `${site}/contact` }, true],
  ['a local name of ours', { origin: 'https://localhost:3000', host: 'localhost:3000' }, true],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
  ['a sandboxed frame of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
  ['a sandboxed frame in an old browser', { origin: 'null' }, false],
  ['a site of the same domain', { origin: 'https://shop.broker.example', 'sec-fetch-site': 'same-site' }, false],
  ['a program that contradicts itself', { origin: 'https://evil.example', 'sec-fetch-site': 'none' }, false],
  ['another site in an old browser', { origin: 'https://evil.example' }, false],
  ['a page of another site in an older one', { referer: 'https://evil.example/broker.example' }, false],
  ['nobody knows whom', {}, false],
])('a form from %s', (_, headers, ours) => {
  expect(isSameOrigin(new Headers(headers), site)).toBe(ours);
});
