/** `METRICS_PORT`: the metrics at a port of their own, which no visitor reaches. With `METRICS_TOKEN` they require it there as well. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';

const hash = (text: string) => createHash('sha256').update(text).digest();

/** Does nothing without the setting. @throws the system's error when it cannot listen. */
export async function openMetricsPort(
  { metricsPort, metricsToken, host }: Config,
  registry: Registry,
): Promise<{ port: number | null; close: () => void }> {
  if (metricsPort === null) return { port: null, close: () => undefined };
  const server = createServer((request, response) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const allowed = metricsToken === '' || timingSafeEqual(hash(given), hash(metricsToken));
    if (request.url !== '/metrics' || request.method !== 'GET' || !allowed) {
      response.writeHead(404, { 'cache-control': 'no-store' }).end();
      return;
    }
    registry.metrics().then(
      (text) =>
        response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500, { 'cache-control': 'no-store' }).end(),
    );
  });
  server.listen(metricsPort, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
