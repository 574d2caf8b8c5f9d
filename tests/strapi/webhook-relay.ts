/** A relay between Strapi's webhook and the site that keeps what Strapi has said. */
import { type Server, createServer } from 'node:http';

export interface WebhookRelay {
  /** What the webhooks said so far, as JSON. */
  bodies: () => readonly string[];
  /** Forgets what they said. */
  forget: () => void;
  close: () => Promise<void>;
}

/** @param target address of the site's webhook. @param port where Strapi sends its webhooks. */
export async function startWebhookRelay(target: string, port: number): Promise<WebhookRelay> {
  let bodies: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(202).end();
      const secret = String(request.headers['x-webhook-secret']);
      const headers = { 'content-type': 'application/json', 'x-webhook-secret': secret };
      void fetch(target, { method: 'POST', body, headers });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    bodies: () => bodies,
    forget() {
      bodies = [];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
