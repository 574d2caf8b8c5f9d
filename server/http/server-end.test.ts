import { once } from 'node:events';
import { Agent, type IncomingMessage, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test, vi } from 'vitest';
import { ServerEnd } from './server-end.ts';

test('the end of the server does not wait for a connection whose answer is sent while the listener closes', async () => {
  const end = new ServerEnd();
  let ended: Promise<void> | undefined;
  const server = createServer((_request, response) => {
    response.end('answered');
    ended = end.run(server, 0);
  });
  // Longer than the limit for open responses.
  server.keepAliveTimeout = 60_000;
  const cut = vi.spyOn(server, 'closeAllConnections');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = new Agent({ keepAlive: true });
  const [answer] = (await once(get({ port: (server.address() as AddressInfo).port, agent }), 'response')) as [
    IncomingMessage,
  ];
  expect(Buffer.concat(await answer.toArray()).toString()).toBe('answered');
  await ended;
  expect(cut).not.toHaveBeenCalled();
  agent.destroy();
});

/** Connects that often at once, sends a request on each connection, and tells how many were answered. */
const visitors = `
const { connect } = require('node:net');
const { parentPort, workerData: { port, count, flag } } = require('node:worker_threads');
let connected = 0;
let ended = 0;
let answered = 0;
for (let index = 0; index < count; index += 1) {
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 1\\r\\nConnection: close\\r\\n\\r\\nx');
    if (++connected === count) Atomics.store(flag, 0, 1), Atomics.notify(flag, 0);
  });
  let text = '';
  socket.on('data', (chunk) => { text += chunk; });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (text.startsWith('HTTP/1.1 200')) answered += 1;
    if (++ended === count) parentPort.postMessage(answered);
  });
}`;

test('a form is answered on a connection that the kernel accepted before the busy process did', async () => {
  const end = new ServerEnd();
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('taken'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const count = 20;
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(visitors, {
    eval: true,
    workerData: { port: (server.address() as AddressInfo).port, count, flag },
  });
  const message = once(worker, 'message') as Promise<[number]>;
  const ended = end.run(server, 0.05);
  // The process is busy until the drain is over, and all of them are connected meanwhile.
  await new Promise((resolve) => setImmediate(resolve));
  Atomics.wait(flag, 0, 0, 10_000);
  const until = performance.now() + 100;
  while (performance.now() < until);
  expect(await message).toEqual([count]);
  await ended;
});
