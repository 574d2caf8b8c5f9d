/** Requests that no browser sends: the server refuses each cleanly and stays up. */
import { expect, inject, test } from 'vitest';
import { rawStatus } from '../raw-request.ts';

const siteUrl = inject('siteUrl');
const { hostname } = new URL(siteUrl);

const get = (path: string) => fetch(`${siteUrl}${path}`);

/** 200 requests that no browser sends. */
function hostileRequests(): string[] {
  const headers = `Host: ${hostname}\r\nConnection: close\r\n`;
  const targets = [
    '/%',
    '/%zz',
    '/%c0%af',
    '/%00',
    '/a%00b',
    '/\\..\\..',
    '/..%2f..%2fetc/passwd',
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//evil.example/',
    '///',
    '/%0d%0aSet-Cookie:x=1',
    `/${'a'.repeat(5000)}`,
    `/?${'q=1&'.repeat(2000)}`,
    '/es/%ff',
    '/news/%',
    '/news/..%00',
    '/assets/../server.js',
    '/assets/%2e%2e/package.json',
    '/media/../../package.json',
    '/media/x/..%2f..%2fpackage.json',
    '/api/strapi/%',
    '/api/../healthz%',
    "/news/'%20or%201=1--%",
    '/news/<script>%',
    '/%E0%A4%A',
    '*',
    'nonsense',
    'http://[::1',
    '/\u0001',
  ];
  const methods = ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS', 'CONNECT', 'BREW', 'get', ''];
  return [
    ...targets.flatMap((target) =>
      ['GET', 'HEAD', 'POST'].map((method) => `${method} ${target} HTTP/1.1\r\n${headers}\r\n`),
    ),
    ...methods.flatMap((method) =>
      ['/', '/forex', '/es', '/assets/x', '/favicon.svg', '/api/strapi/header', '/metrics', '/news/x'].map(
        (path) => `${method} ${path} HTTP/1.1\r\n${headers}\r\n`,
      ),
    ),
    `GET / HTTP/1.1\r\n${headers}X-Large: ${'x'.repeat(100_000)}\r\n\r\n`,
    `GET / HTTP/1.1\r\n${headers}${Array.from({ length: 3000 }, (_, index) => `X-${index}: y\r\n`).join('')}\r\n`,
    `GET / HTTP/1.1\r\n${headers}Cookie: ${'a=b;'.repeat(8000)}\r\n\r\n`,
    `POST / HTTP/1.1\r\n${headers}Content-Length: -1\r\n\r\n`,
    `POST / HTTP/1.1\r\n${headers}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST / HTTP/1.1\r\n${headers}Transfer-Encoding: chunked\r\n\r\nZZZ\r\n`,
    'GET / HTTP/9.9\r\n\r\n',
    'GET /\r\n\r\n',
    '\r\n\r\nGARBAGE\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000',
    `GET / HTTP/1.1\r\n${headers}Bad Header: x\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`,
    ...Array.from({ length: 24 }, (_, index) => `GET /${String.fromCharCode(index + 1)} HTTP/1.1\r\n${headers}\r\n`),
  ];
}

test.each([
  ['two hosts', 'GET /forex HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n'],
  ['the same host twice', 'GET /forex HTTP/1.1\r\nHost: localhost\r\nHOST: localhost\r\n'],
  ['two hosts in HTTP/1.0', 'GET /forex HTTP/1.0\r\nHost: localhost\r\nHost: evil.example\r\n'],
  ['two hosts in one line', 'GET /forex HTTP/1.1\r\nHost: localhost, evil.example\r\n'],
  ['no host', 'GET /forex HTTP/1.1\r\n'],
  ['an empty host', 'GET /forex HTTP/1.1\r\nHost:\r\n'],
  ['a host with a path', 'GET /forex HTTP/1.1\r\nHost: localhost/evil\r\n'],
  ['a host with a user', 'GET /forex HTTP/1.1\r\nHost: a@localhost\r\n'],
  ['a host with a space', 'GET /forex HTTP/1.1\r\nHost: local host\r\n'],
  ['a host with a quotation mark', 'GET /forex HTTP/1.1\r\nHost: localhost"\r\n'],
  ['a host with a port that is none', 'GET /forex HTTP/1.1\r\nHost: localhost:a\r\n'],
])('%s is answered with 400, also for a cached page', async (_name, head) => {
  expect((await get('/forex')).status).toBe(200);
  for (const method of ['GET', 'HEAD', 'POST'])
    expect([
      method,
      await rawStatus(`${head.replace('GET', method)}Content-Length: 0\r\nConnection: close\r\n\r\n`),
    ]).toEqual([method, 400]);
});

test.each([
  'localhost',
  'localhost:3000',
  'LOCALHOST',
  '127.0.0.1:80',
  '[::1]:3000',
  'xn--caf-dma.example',
  'under_score.internal',
])('%s is accepted as a host', async (host) => {
  expect(await rawStatus(`GET /forex HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toBe(200);
});

test('200 hostile requests get a clean 4xx and the server survives', async () => {
  const requests = hostileRequests();
  expect(requests.length).toBeGreaterThanOrEqual(200);
  const wrong: string[] = [];
  for (const request of requests) {
    const status = await rawStatus(request);
    // The server may answer an odd spelling of a valid address to a request that only reads, but never with a 5xx or silence, nor any other
    // request with success.
    const onlyReads = /^(?:GET|HEAD) /.test(request);
    if (status === 0 || status >= 500 || (status < 300 && !onlyReads))
      wrong.push(`${status}: ${JSON.stringify(request.slice(0, 80))}`);
  }
  expect(wrong).toEqual([]);
  expect((await get('/forex')).status).toBe(200);
});
