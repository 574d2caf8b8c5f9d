/** Finds free ports for the servers of tests. */
import { createServer } from 'node:net';

/** Below the range of ports for outgoing connections, one of which could otherwise take the port a moment later. */
const lowestPort = 12_000;
const ports = 20_000;
/** Each worker of vitest has a range of its own, and each process of the worker begins at another port of it. */
const range = 2000;
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % (ports / range);
let asked = (process.pid * 101) % range;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });

/**
 * @param row how many ports side by side: each process of a site has its metrics at the next one.
 * @returns the first of them. It was free a moment ago, and no other worker is given it.
 */
export async function freePort(row = 1): Promise<number> {
  for (;;) {
    if (asked + row > range) asked = 0;
    const port = lowestPort + worker * range + asked;
    asked += row;
    const free = await Promise.all(Array.from({ length: row }, (_, place) => isFree(port + place)));
    if (free.every(Boolean)) return port;
  }
}
