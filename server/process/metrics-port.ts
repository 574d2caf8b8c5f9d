/** `METRICS_PORT`: serves the metrics at a separate port, which no visitor reaches. A `METRICS_TOKEN` is required there as well. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { matchesSecret } from '../../base/ids-and-tokens.ts';
import type { Config } from '../config.ts';

/** Opens the port when it is set. @throws the system's error when it cannot listen. */
export async function openMetricsPort(
  { metricsPort, metricsToken, host }: Config,
  registry: Registry,
): Promise<{ port: number | null; close: () => void }> {
  if (metricsPort === null) return { port: null, close: () => undefined };
  const server = createServer((request, response) => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const isAllowed = metricsToken === '' || matchesSecret(token, metricsToken);
    if (request.url !== '/metrics' || request.method !== 'GET' || !isAllowed) {
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
