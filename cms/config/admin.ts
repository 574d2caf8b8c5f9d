import { secrets, siteUrl } from '../src/setup/environment';
import { previewAddress } from '../src/setup/preview';

interface Env {
  bool(name: string, fallback: boolean): boolean;
}

export default ({ env }: { env: Env }) => ({
  auth: { secret: secrets.ADMIN_JWT_SECRET },
  apiToken: { salt: secrets.API_TOKEN_SALT },
  transfer: { token: { salt: secrets.TRANSFER_TOKEN_SALT } },
  secrets: { encryptionKey: secrets.ENCRYPTION_KEY },
  flags: { nps: false, promoteEE: false },
  autoOpen: false,
  /** Off for an instance that only serves the API, which then starts without a built panel. */
  serveAdminPanel: env.bool('SERVE_ADMIN', true),
  /** Without the shared secret, links cannot be signed, so there is no button. */
  preview: {
    enabled: Boolean(process.env.STRAPI_WEBHOOK_SECRET),
    config: { allowedOrigins: [siteUrl], handler: previewAddress },
  },
});
