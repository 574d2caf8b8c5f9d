/** Finds free ports for the servers of tests. */
import { createServer } from 'node:net';

/** Below the range of ports for outgoing connections, one of which could otherwise take the port a moment later. */
const lowestPort = 12_000;
const ports = 20_000;
/** Each process begins at another port, and none returns a port twice. */
let nextPort = (process.pid * 101) % ports;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });

/**
 * @param row how many ports side by side: each process of a site has its metrics at the next one.
 * @returns the first of them. It was free a moment ago; another process may take it meanwhile, but none that asks here is likely to.
 */
export async function freePort(row = 1): Promise<number> {
  for (;;) {
    const port = lowestPort + (nextPort % ports);
    nextPort += row;
    const free = await Promise.all(Array.from({ length: row }, (_, place) => isFree(port + place)));
    if (free.every(Boolean)) return port;
  }
}
