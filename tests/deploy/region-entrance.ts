/**
 * Sends the visitors of one part of the world to a region: their own, or the next healthy one. Represents DNS with health checks, anycast or a global
 * load balancer: polls `/region-health` every second, and passes TLS through.
 */
import { type Server, type Socket, connect, createServer } from 'node:net';
import { request } from 'node:https';
import { host, type Region } from './region.ts';

const checkEveryMs = 1000;

export interface Entrance {
  port: number;
  /** The region that new connections go to. */
  region: () => Region;
  stop: () => void;
}

function isHealthy(port: number, certificates: string): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        servername: host,
        ca: certificates,
        path: '/region-health',
        headers: { host },
        agent: false,
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      },
    );
    sent.setTimeout(2000, () => sent.destroy());
    sent.once('error', () => resolve(false));
    sent.once('close', () => resolve(false));
    sent.end();
  });
}

/** @param home the visitors' own region. @param order the regions that they are sent to, best first. */
export async function openEntrance(home: Region, order: readonly Region[]): Promise<Entrance> {
  const certificates = order.map(({ certificate }) => certificate).join('\n');
  const open = new Map<Socket, Region>();
  let current = order[0] as Region;
  let stopped = false;

  const server: Server = createServer({ noDelay: true }, (near) => {
    // The visitor's own address must reach nginx, which counts by it.
    const from = near.remoteAddress ? { localAddress: near.remoteAddress } : {};
    const far = connect({ port: home.portTo(current), host: '127.0.0.1', noDelay: true, ...from });
    open.set(near, current);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one
        .on('error', () => undefined)
        .on('close', () => other.destroy())
        .pipe(other);
    near.on('close', () => open.delete(near));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function check(): Promise<void> {
    const healthy = await Promise.all(order.map((region) => isHealthy(home.portTo(region), certificates)));
    current = order[healthy.indexOf(true)] ?? current;
    if (!stopped) setTimeout(() => void check(), checkEveryMs).unref();
  }
  await check();
  return {
    port: (server.address() as { port: number }).port,
    region: () => current,
    stop() {
      stopped = true;
      server.close();
      for (const socket of open.keys()) socket.destroy();
    },
  };
}
