import { once } from 'node:events';
import { Agent, type IncomingMessage, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { ServerEnd } from './server-end.ts';

test('a connection whose answer goes out while the listener closes is not waited for until it is cut', async () => {
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
