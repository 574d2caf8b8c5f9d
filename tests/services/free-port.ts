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

/** Finds a port that was free a moment ago, and that no other worker is given. */
export async function freePort(): Promise<number> {
  for (;;) {
    asked = (asked + 1) % range;
    const port = lowestPort + worker * range + asked;
    if (await isFree(port)) return port;
  }
}
