import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAsyncData } from './async-data.ts';

let server: Server;
let origin: string;
const heldAnswers = new Map<string, () => void>();

/** The path selects the answer: `/ok/x` sends the text x immediately, `/held/x` when the test releases it, `/fault/x` sends a 500. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const [, kind, text = ''] = (request.url ?? '').split('/');
    const answer = () =>
      response
        .writeHead(kind === 'fault' ? 500 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(text));
    if (kind === 'held') heldAnswers.set(text, answer);
    else answer();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('R63: the status goes from idle over pending to success, and an error keeps the last good answer', async () => {
  const data = createAsyncData<string>();
  const statuses = [data.snapshot().status];
  data.subscribe(() => statuses.push(data.snapshot().status));
  await data.load(`${origin}/ok/first`);
  expect(data.snapshot()).toMatchObject({ status: 'success', data: 'first', error: null });
  await data.load(`${origin}/fault/x`);
  expect(data.snapshot()).toMatchObject({ status: 'error', data: 'first' });
  expect(String(data.snapshot().error)).toContain('answered 500');
  expect(statuses).toEqual(['idle', 'pending', 'success', 'pending', 'error']);
});

test('the newest request wins in any order of the answers', async () => {
  const data = createAsyncData<string>();
  const older = data.load(`${origin}/held/older`);
  await expect.poll(() => heldAnswers.has('older')).toBe(true);
  await data.load(`${origin}/ok/newer`);
  heldAnswers.get('older')?.();
  await older;
  expect(data.snapshot()).toMatchObject({ status: 'success', data: 'newer', error: null });
});

test('an unsubscribed listener is not called again; a failed connection sets the status error and throws nothing', async () => {
  const data = createAsyncData<string>();
  let calls = 0;
  const stop = data.subscribe(() => {
    calls += 1;
  });
  stop();
  await data.load('http://localhost:1/');
  expect(calls).toBe(0);
  expect(data.snapshot().status).toBe('error');
});
