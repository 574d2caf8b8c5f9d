import { once } from 'node:events';
import { type Socket, type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Hono } from 'hono';
import type { App } from './app.ts';
import { bodyTimes } from './forms/form-body.ts';
import { type HttpServer, createHttpServer } from './http-server.ts';
import { unpurged } from './http/shared-caching.ts';
import { createMetrics } from './metrics.ts';
import { PageCache } from './pages/page-cache.ts';

let http: HttpServer;
let port: number;
beforeAll(async () => {
  const app: App = new Hono();
  app.get('*', (context) => context.text('here'));
  http = createHttpServer({
    app,
    cache: new PageCache(),
    headers: {},
    documentHeaders: {},
    metrics: createMetrics({ bytes: 0, size: 0, hits: 0 }),
    shared: unpurged,
    https: false,
    connections: 10,
    headersTimes: { headersTimeout: 200, connectionsCheckingInterval: 20 },
  });
  http.server.listen(0);
  await once(http.server, 'listening');
  ({ port } = http.server.address() as AddressInfo);
});
afterAll(() => http.end(0));

/** Opens a connection and writes `sent`. @returns everything received until the connection closes. */
async function answerTo(...sent: string[]): Promise<string> {
  const socket: Socket = connect(port, 'localhost');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  for (const text of sent) socket.write(text);
  await once(socket, 'close');
  return answer;
}

test('a client has a limited time for the head of a request, for the whole request, and between two requests', () => {
  const usual = createHttpServer({
    app: new Hono(),
    cache: new PageCache(),
    headers: {},
    documentHeaders: {},
    metrics: createMetrics({ bytes: 0, size: 0, hits: 0 }),
    shared: unpurged,
    https: false,
    connections: 7,
  }).server;
  expect([usual.headersTimeout, usual.requestTimeout, usual.keepAliveTimeout, usual.maxConnections]).toEqual([
    15_000,
    // A form may take five minutes and be silent for thirty seconds of them (docs/running.md).
    5 * 60_000 + 30_000,
    65_000,
    7,
  ]);
  expect(bodyTimes).toEqual({ silence: 30_000, total: 5 * 60_000 });
});

test('an idle connection is closed without a response, because a browser would take it for the answer to its first request', async () => {
  expect(await answerTo()).toBe('');
});

test('a client that does not complete its request gets the answer that the time is over', async () => {
  expect(await answerTo('GET / HTTP/1.1\r\nHost: site\r\n')).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
});

test('bytes that are not a request are refused', async () => {
  expect(await answerTo('no request\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(await answerTo(`GET / HTTP/1.1\r\nHost: site\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/,
  );
});

test('a refused client that does not close its connection is disconnected', async () => {
  const open = () => new Promise<number>((resolve) => http.server.getConnections((_error, count) => resolve(count)));
  const stubborn = [
    '',
    'no request\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: site\r\n',
    'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n',
  ].map((text) => {
    const socket = connect({ port, host: 'localhost', allowHalfOpen: true });
    socket.on('error', () => undefined);
    if (text) socket.write(text);
    return socket.resume();
  });
  await Promise.all(stubborn.map((socket) => once(socket, 'end')));
  await expect.poll(open).toBe(0);
  for (const socket of stubborn) socket.destroy();
});
