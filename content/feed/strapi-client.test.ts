/** Tests the client when Strapi, or a proxy in front of it, does not answer; `tests/strapi/` tests the rest against a real Strapi. */
import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { StrapiError } from './strapi-answer.ts';
import { StrapiClient } from './strapi-client.ts';

let server: Server | undefined;
let answer: RequestListener;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function client(timeout: number): Promise<StrapiClient> {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return new StrapiClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeout });
}

const list: RequestListener = (_request, response) =>
  void response.end('{"data":[],"meta":{"pagination":{"total":0,"pageCount":0}}}');

test('requests that belong together are cancelled when one fails, so that the next request does not wait for them', async () => {
  const strapi = await client(300);
  answer = () => undefined;
  const many = strapi.runTogether(() =>
    Promise.all(Array.from({ length: 40 }, (_, index) => strapi.fetchList(`/api/${index}`, ''))),
  );
  await expect(many).rejects.toThrow(/does not answer/);
  const sent = strapi.requests;
  expect(sent).toBeLessThanOrEqual(8);
  answer = list;
  await expect(strapi.fetchList('/api/pages', '')).resolves.toMatchObject({ total: 0 });
  expect(strapi.requests).toBe(sent + 1);
});

test('a connection that is closed before the answer is tried once more, not twice', async () => {
  const strapi = await client(5000);
  let closed = 0;
  answer = (request, response) => {
    if (closed > 0) return list(request, response);
    closed += 1;
    request.socket.destroy();
  };
  await expect(strapi.fetchList('/api/pages', '')).resolves.toMatchObject({ total: 0 });
  answer = (request) => void request.socket.destroy();
  await expect(strapi.fetchList('/api/pages', '')).rejects.toThrow(/does not answer/);
  expect(strapi.requests).toBe(4);
});

test.each([
  ['no JSON', '<html>'],
  ['half of an answer', '{"data":['],
  ['null', 'null'],
  ['a text', '"x"'],
  ['no list', '{"data":{},"meta":{"pagination":{"total":0,"pageCount":0}}}'],
  ['a list without its count', '{"data":[],"meta":{}}'],
  ['an endless count', '{"data":[],"meta":{"pagination":{"total":1,"pageCount":1e12}}}'],
  ['half a page', '{"data":[],"meta":{"pagination":{"total":1,"pageCount":0.5}}}'],
  ['less than nothing', '{"data":[],"meta":{"pagination":{"total":-1,"pageCount":-1}}}'],
  [
    'entries that are no documents',
    '{"data":[null,7,{"updatedAt":7}],"meta":{"pagination":{"total":3,"pageCount":1}}}',
  ],
])('%s is a failure, not a list', async (_case, body) => {
  const strapi = await client(5000);
  answer = (_request, response) => void response.end(body);
  await expect(strapi.fetchList('/api/pages', '')).rejects.toThrow(StrapiError);
});
