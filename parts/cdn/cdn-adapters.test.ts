/** Each adapter against a real server that checks the documented request, fails, hangs and refuses. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CdnConfig, CdnName } from './cdn-settings.ts';
import { PurgeError, sendPurge } from './cdn-adapters.ts';

interface Received {
  line: string;
  headers: IncomingHttpHeaders;
  body: string;
}
let server: Server;
let url: string;
let received: Received[];
let answer: (response: ServerResponse) => void;
const token = 'a-token-of-the-tests';

async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
  received.push({ line: `${request.method} ${request.url}`, headers: request.headers, body: await text(request) });
  answer(response);
}

beforeEach(async () => {
  received = [];
  answer = (response) => response.end(JSON.stringify({ success: true, errors: [], messages: [], result: { id: 'x' } }));
  server = createServer((request, response) => {
    void hear(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const config = (name: CdnName): CdnConfig => ({ name, urls: [url], id: 'service1', token });
const purge = { id: 'purge-1', keys: ['aa', 'bb'], gone: ['cc'], everything: false };
const many = Array.from({ length: 600 }, (_, index) => index.toString(16).padStart(10, '0'));
const failure = (name: CdnName, timeout?: number) =>
  sendPurge(config(name), purge, timeout).then(
    () => null,
    (error: unknown) => error as PurgeError,
  );

test('each Varnish gets PURGE with xkey for stale pages, and with xkey-gone for removed pages', async () => {
  await sendPurge({ ...config('varnish'), urls: [url, `${url}/second`] }, purge);
  for (const line of ['PURGE /', 'PURGE /second/'])
    expect(
      received.filter((one) => one.line === line).map(({ headers }) => [headers['xkey'], headers['xkey-gone']]),
    ).toEqual([
      [undefined, 'cc'],
      ['aa bb', undefined],
    ]);
  received = [];
  await sendPurge(config('varnish'), { ...purge, keys: many, gone: [] });
  expect(received.map(({ headers }) => String(headers['xkey']).length < 8000)).toEqual([true, true]);
  expect(received.flatMap(({ headers }) => String(headers['xkey']).split(' '))).toEqual(many);
});

test('an unreachable Varnish does not stop the purge of the others, but the purge counts as failed', async () => {
  const outcome = sendPurge({ ...config('varnish'), urls: ['http://127.0.0.1:1', url] }, purge);
  await expect(outcome).rejects.toThrow(PurgeError);
  expect(received.map(({ headers }) => headers['xkey'] ?? headers['xkey-gone'])).toEqual(['cc', 'aa bb']);
});

test('Fastly gets batches of 256 keys with its API key, as soft purges unless the pages are removed', async () => {
  await sendPurge(config('fastly'), { ...purge, keys: many });
  expect(received.map(({ line }) => new Set([line]).has('POST /service/service1/purge'))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(received.map(({ headers }) => [headers['fastly-key'], headers['fastly-soft-purge']])).toEqual([
    [token, undefined],
    [token, '1'],
    [token, '1'],
    [token, '1'],
  ]);
  const keys = received.map(({ body }) => (JSON.parse(body) as { surrogate_keys: string[] }).surrogate_keys);
  expect(keys.map((some) => some.length)).toEqual([1, 256, 256, 88]);
  expect(keys.flat()).toEqual(['cc', ...many]);
});

test('Cloudflare gets 100 tags in a request with a bearer token, and an answer without success is a failure', async () => {
  await sendPurge(config('cloudflare'), { ...purge, keys: many });
  expect(received).toHaveLength(7);
  for (const { line, headers } of received) {
    expect(line).toBe('POST /zones/service1/purge_cache');
    expect([headers['authorization'], headers['content-type']]).toEqual([`Bearer ${token}`, 'application/json']);
  }
  expect(received.flatMap(({ body }) => (JSON.parse(body) as { tags: string[] }).tags)).toEqual(['cc', ...many]);
  for (const body of ['{"success":false,"errors":[{"code":1012}]}', 'hello']) {
    answer = (response) => response.end(body);
    expect(await failure('cloudflare')).toBeInstanceOf(PurgeError);
  }
});

test('a webhook is signed, and has the same id at each attempt', async () => {
  await sendPurge(config('webhook'), purge);
  await sendPurge(config('webhook'), purge);
  expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(['purge-1', 'purge-1']);
  const [{ headers, body } = { headers: {} as IncomingHttpHeaders, body: '' }] = received;
  expect(JSON.parse(body)).toEqual({ id: 'purge-1', keys: ['aa', 'bb'], gone: ['cc'], everything: false });
  const signed = createHmac('sha256', token).update(`${String(headers['x-brokerfront-timestamp'])}.${body}`);
  expect(headers['x-brokerfront-signature']).toBe(`sha256=${signed.digest('hex')}`);
});

test.each(['varnish', 'fastly', 'cloudflare', 'webhook'] as const)(
  '%s: a refusal, a redirect, a hang and a dead server are failures that name no secret',
  async (name) => {
    const failures: (PurgeError | null)[] = [];
    answer = (response) => void response.writeHead(503).end();
    failures.push(await failure(name));
    answer = (response) => void response.writeHead(307, { location: 'https://elsewhere.example/' }).end();
    failures.push(await failure(name));
    answer = () => undefined;
    failures.push(await failure(name, 50));
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    failures.push(await failure(name));
    for (const error of failures) {
      expect(error).toBeInstanceOf(PurgeError);
      expect(error?.message).not.toContain(token);
      expect(error?.message).not.toContain('127.0.0.1');
    }
    expect(failures.map((error) => error?.message.replace(/\(.*/, ''))).toEqual([
      'The CDN answered 503.',
      ...Array<string>(3).fill('The CDN did not answer '),
    ]);
  },
);

test('429 says how long to wait, in seconds or as a date, and never for long', async () => {
  const waits: number[] = [];
  const inHalfAMinute = new Date(Date.now() + 30_000).toUTCString();
  for (const after of ['7', inHalfAMinute, '999999', 'soon', null]) {
    answer = (response) => void response.writeHead(429, after === null ? {} : { 'retry-after': after }).end();
    waits.push((await failure('fastly'))?.retryAfterMs ?? -1);
  }
  expect([waits[0], waits[2], waits[3], waits[4]]).toEqual([7000, 600_000, 0, 0]);
  expect(waits[1]).toBeGreaterThan(25_000);
  expect(waits[1]).toBeLessThanOrEqual(30_000);
});
