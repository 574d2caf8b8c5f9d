/** Restricts access to the metrics: at Strapi's own port with `CMS_METRICS_TOKEN`, or at `CMS_METRICS_PORT`. Everybody else gets a 404. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { wrongSetting } from '../setup/settings';
import { registry } from './cms-metrics';

const shortestToken = 16;
const hash = (text: string) => createHash('sha256').update(text).digest();

interface MetricsSettings {
  /** Empty: not needed at the separate port; every request is refused at Strapi's port. */
  token: string;
  port: number | null;
}

/** Exits with a sentence when a setting would have no effect. */
export function metricsSettings(): MetricsSettings {
  const token = process.env.CMS_METRICS_TOKEN ?? '';
  if (token !== '' && token.length < shortestToken)
    return wrongSetting(`CMS_METRICS_TOKEN must have ${shortestToken} characters or more.`);
  const text = process.env.CMS_METRICS_PORT ?? '';
  if (text === '') return { token, port: null };
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) return wrongSetting('CMS_METRICS_PORT must be a port, from 1 to 65535.');
  return { token, port };
}

/** @param authorization the header of a request. */
export function hasToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return given !== '' && timingSafeEqual(hash(given), hash(token));
}

let server: Server | null = null;

/** Does nothing without the setting. @throws the system's error when it cannot listen. */
export async function openMetricsPort(host: string): Promise<void> {
  const { token, port } = metricsSettings();
  if (port === null) return;
  server = createServer((request, response) => {
    const allowed = token === '' || hasToken(request.headers.authorization, token);
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
  server.listen(port, host);
  await once(server, 'listening');
}

export function closeMetricsPort(): void {
  server?.close();
  server?.closeAllConnections();
  server = null;
}
