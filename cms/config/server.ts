import path from 'node:path';
import { dataDir, secrets } from '../src/setup/environment';
import { jsonFormat } from '../src/setup/json-log';

interface Env {
  (name: string, fallback?: string): string;
  int(name: string, fallback: number): number;
  bool(name: string, fallback: boolean): boolean;
}

export default ({ env }: { env: Env }) => ({
  host: env('HOST', '127.0.0.1'),
  port: env.int('PORT', 1337),
  /** Public address behind a proxy; empty means the address it listens on. */
  url: env('PUBLIC_URL', ''),
  proxy: { koa: env.bool('TRUST_PROXY', false) },
  app: { keys: secrets.APP_KEYS.split(',') },
  dirs: { public: path.join(dataDir, 'public') },
  /** Logs events; logs every request only with LOG_LEVEL=http. Somebody who develops reads Strapi's own coloured text. */
  logger: {
    updates: { enabled: false },
    startup: { enabled: false },
    config: {
      level: env('LOG_LEVEL', 'info'),
      ...(process.env.NODE_ENV === 'production' && { format: jsonFormat }),
    },
  },
  transfer: { remote: { enabled: env.bool('REMOTE_TRANSFER', false) } },
  webhooks: { populateRelations: false },
  /** Longer than the proxies in front of it and the sites that poll it keep a connection: with Node's 5 s one of them sends a request just when it is closed. */
  http: { serverOptions: { keepAliveTimeout: 65_000 } },
});
