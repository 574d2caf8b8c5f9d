import { type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ReadyResponse } from './ready-response.ts';

const body = Buffer.from('<p>Date: ñ</p>'.repeat(2000));
const headers = (bytes: Buffer) => [
  'content-type',
  'text/html',
  'x-note',
  'Date: none',
  'content-length',
  String(bytes.length),
];
const ready = new ReadyResponse(headers(body), body);
/** More than the system keeps for a client that does not read. */
const large = Buffer.alloc(32 * 1024 * 1024, 'a');
const readyLarge = new ReadyResponse(headers(large), large);
let newest: ServerResponse | null = null;
const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  newest = response;
  (request.url === '/large' ? readyLarge : ready).send(response);
});

beforeAll(async () => void (await once(server.listen(0), 'listening')));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port);
  await once(socket, 'connect');
  return socket;
}

/** Sends a request and reads its answer, on a connection that has nothing else to say. */
async function ask(socket: Socket, head: string, bodyLength = body.length): Promise<{ head: string; body: Buffer }> {
  socket.write(`${head}\r\nHost: test\r\n\r\n`);
  return read(socket, bodyLength);
}

async function read(socket: Socket, bodyLength: number): Promise<{ head: string; body: Buffer }> {
  const chunks: Buffer[] = [];
  let missing = Number.POSITIVE_INFINITY;
  while (missing > 0) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    chunks.push(chunk);
    missing -= chunk.length;
    const [first = chunk] = chunks;
    const end = first.indexOf('\r\n\r\n');
    if (missing === Number.POSITIVE_INFINITY && end >= 0) missing = end + 4 + bodyLength - first.length;
  }
  const bytes = Buffer.concat(chunks);
  const end = bytes.indexOf('\r\n\r\n');
  return { head: bytes.subarray(0, end).toString('latin1'), body: bytes.subarray(end + 4) };
}

const lines = ({ head }: { head: string }) => head.split('\r\n').filter((line) => !line.startsWith('Date: '));

describe('a ready response', () => {
  test('is the same each time on a connection, with a date', async () => {
    const socket = await open();
    const answers = [];
    for (let time = 0; time < 3; time += 1) answers.push(await ask(socket, 'GET / HTTP/1.1'));
    socket.destroy();
    const [first] = answers;
    for (const answer of answers) {
      expect(answer.body.equals(body)).toBe(true);
      expect(lines(answer)).toEqual(first && lines(first));
    }
    expect(first && lines(first)).toEqual([
      'HTTP/1.1 200 OK',
      'content-type: text/html',
      'x-note: Date: none',
      `content-length: ${body.length}`,
      'Connection: keep-alive',
      'Keep-Alive: timeout=65',
    ]);
    for (const answer of answers) expect(answer.head).toMatch(/\r\nDate: \w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT\r\n/);
  });

  test('has no body for HEAD, and the next one on the connection has', async () => {
    const socket = await open();
    const get = await ask(socket, 'GET / HTTP/1.1');
    expect(lines(await ask(socket, 'HEAD / HTTP/1.1', 0))).toEqual(lines(get));
    expect((await ask(socket, 'GET / HTTP/1.1')).body.equals(body)).toBe(true);
    socket.destroy();
  });

  test.each([
    ['a client that asks for it', 'GET / HTTP/1.1\r\nConnection: close'],
    ['an old client', 'GET / HTTP/1.0'],
  ])('ends the connection for %s', async (_who, head) => {
    const socket = await open();
    const ended = once(socket, 'end');
    const answer = await ask(socket, head);
    expect(lines(answer)).toContain('Connection: close');
    expect(answer.body.equals(body)).toBe(true);
    await ended;
  });

  test('arrives complete and in order at a client that sends its requests at once and reads slowly', async () => {
    const socket = await open();
    const count = 60;
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n'.repeat(count));
    const one = (await ask(await open(), 'GET / HTTP/1.1')).head.length + 4 + body.length;
    let bytes = Buffer.alloc(0);
    socket.resume();
    while (bytes.length < count * one) bytes = Buffer.concat([bytes, ...(await once(socket, 'data'))]);
    for (let place = 0; place < count; place += 1) {
      const answer = bytes.subarray(place * one, (place + 1) * one);
      expect(answer.subarray(0, 15).toString()).toBe('HTTP/1.1 200 OK');
      expect(answer.subarray(one - body.length).equals(body)).toBe(true);
    }
    socket.destroy();
  });

  test('ends for a slow client only when all bytes arrived, and then answers the next request', async () => {
    const socket = await open();
    await ask(socket, 'GET /large HTTP/1.1', large.length);
    socket.pause();
    const request = once(server, 'request');
    socket.write('GET /large HTTP/1.1\r\nHost: test\r\n\r\n');
    await request;
    const response = newest;
    expect(response?.socket?.writableLength).toBeGreaterThan(0);
    expect(response?.writableFinished).toBe(false);
    socket.resume();
    expect((await read(socket, large.length)).body.equals(large)).toBe(true);
    expect((await ask(socket, 'GET / HTTP/1.1')).body.equals(body)).toBe(true);
    expect(response?.writableFinished).toBe(true);
    socket.destroy();
  });
});
