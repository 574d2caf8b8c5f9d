import { once } from 'node:events';
import { type Socket, type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
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
/** Answers that have begun and not ended: now, and at most. */
const begun = { now: 0, most: 0 };
beforeAll(async () => {
  const app: App = new Hono();
  app.all('/slow', async (context) => {
    begun.now += 1;
    begun.most = Math.max(begun.most, begun.now);
    await wait(3);
    begun.now -= 1;
    return context.text(context.req.query('n') ?? '');
  });
  app.get('/long', (context) => {
    const end = performance.now() + 5;
    while (performance.now() < end);
    return context.text('long');
  });
  app.post('/form', async (context) => context.text(await context.req.text()));
  app.get('*', (context) => context.text('here'));
  http = createHttpServer({
    app,
    cache: new PageCache(),
    headers: {},
    documentHeaders: {},
    metrics: createMetrics({ bytes: 0, size: 0, hits: 0 }),
    shared: unpurged,
    https: false,
    connections: 80,
    connectionsOfAddress: 50,
    headersTimes: { headersTimeout: 200, connectionsCheckingInterval: 20 },
  });
  http.server.listen(0);
  await once(http.server, 'listening');
  ({ port } = http.server.address() as AddressInfo);
});
afterAll(() => http.end(0));

/** Opens a connection and writes a text. @returns everything received until the connection closes. */
async function answerTo(...sent: string[]): Promise<string> {
  const socket: Socket = connect(port, 'localhost');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
  for (const text of sent) socket.write(text);
  await once(socket, 'close');
  return answer;
}

test('a client has a limited time for the head of a request, for the whole request, and between two requests', () => {
  const defaultServer = createHttpServer({
    app: new Hono(),
    cache: new PageCache(),
    headers: {},
    documentHeaders: {},
    metrics: createMetrics({ bytes: 0, size: 0, hits: 0 }),
    shared: unpurged,
    https: false,
    connections: 7,
  }).server;
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections } = defaultServer;
  expect([headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections]).toEqual([
    15_000,
    // A form may take five minutes and be silent for thirty seconds of them (docs/running.md).
    5 * 60_000 + 30_000,
    65_000,
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
  const accepted: Socket[] = [];
  const note = (socket: Socket) => void accepted.push(socket);
  http.server.on('connection', note);
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
  http.server.off('connection', note);
  expect(accepted).toHaveLength(stubborn.length);
  await expect.poll(() => accepted.every(({ destroyed }) => destroyed)).toBe(true);
  for (const socket of stubborn) socket.destroy();
});

const head = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nHost: site\r\nContent-Length: 0\r\n\r\n`;

test.each(['GET', 'HEAD', 'POST'])(
  'of many %s requests that a client sends without waiting, one begins at a time, and all are answered in order',
  async (method) => {
    begun.most = 0;
    const numbers = Array.from({ length: 15 }, (_, number) => String(number));
    const answers = await answerTo(
      numbers.map((number) => head(method, `/slow?n=${number}`)).join(''),
      'GET / HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n',
    );
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(16);
    if (method !== 'HEAD') expect([...answers.matchAll(/\r\n\r\n(\d+)/g)].map(([, n]) => n)).toEqual(numbers);
    expect(begun.most).toBe(1);
  },
);

test('of more requests at once than a connection may have open, sixteen are answered, and the last answer closes it', async () => {
  const answers = await answerTo(head('GET', '/slow').repeat(40));
  expect([answers.match(/HTTP\/1\.1 200/g)?.length, answers.match(/^Connection: close/gim)?.length]).toEqual([16, 1]);
});

test('a client that sends thousands of requests without taking the answers is cut off', async () => {
  const socket = connect(port, 'localhost').on('error', () => undefined);
  socket.write(head('GET', '/slow').repeat(5000));
  expect(await new Promise((resolve) => socket.on('close', resolve))).toBeDefined();
});

const opening = {
  silent: '',
  slow: 'GET / HTTP/1.1\r\nHos',
  idle: head('GET', '/'),
  'half sent': 'POST /form HTTP/1.1\r\nHost: site\r\nContent-Length: 9\r\n\r\nname=',
  chunked: 'POST /form HTTP/1.1\r\nHost: site\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nname=\r\n',
  bodiless: 'POST /form HTTP/1.1\r\nHost: site\r\nContent-Length: 9\r\n\r\n ',
};
test.each(Object.entries(opening))(
  'a hundred %s connections of an address keep nobody out, and the oldest are closed first',
  async (_name, sent) => {
    const closed: number[] = [];
    const sockets: Socket[] = [];
    for (let index = 0; index < 100; index += 1) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.9' });
      socket
        .resume()
        .on('error', () => undefined)
        .on('close', () => closed.push(index));
      await once(socket, 'connect');
      if (sent) socket.write(sent);
      // Idle from here on.
      if (sent.endsWith('\r\n\r\n')) await once(socket, 'data');
      sockets.push(socket);
      if (index % 10 === 0) expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    }
    await expect.poll(() => closed.length).toBeGreaterThanOrEqual(50);
    expect(Math.max(...closed.slice(0, 20))).toBeLessThan(50);
    for (const socket of sockets) socket.destroy();
  },
);

test('forty slow answers for one address make another one wait for hardly any of them', async () => {
  const visitor = connect({ port, host: '127.0.0.1' });
  await once(visitor, 'connect');
  const many = Array.from({ length: 40 }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.9' });
    socket.write(head('GET', '/long'));
    return socket;
  });
  const ends: string[] = [];
  const finished = many.map((socket) => once(socket, 'data').then(() => ends.push('many')));
  await finished[0];
  visitor.write(head('GET', '/long'));
  await once(visitor, 'data').then(() => ends.push('one'));
  await Promise.all(finished);
  expect(ends.indexOf('one')).toBeLessThan(20);
  for (const socket of [visitor, ...many]) socket.destroy();
});
