/** A relay between Strapi's webhook and the site that delivers as a network may: never, twice, out of order, or late. */
import { type Server, createServer } from 'node:http';

export type Delivery = 'at once' | 'dropped' | 'doubled' | 'reordered' | 'late';

export interface WebhookRelay {
  set: (delivery: Delivery) => void;
  /** Sends the messages kept while the delivery was `reordered`, newest first, and those that Strapi has yet to send as they come. */
  release: () => Promise<void>;
  /** Number of webhooks since `set` was last called. */
  received: () => number;
  /** What they said, as JSON. */
  bodies: () => readonly string[];
  /** Number of late webhooks that are not delivered yet. */
  underWay: () => number;
  close: () => Promise<void>;
}

interface Message {
  body: string;
  secret: string;
}

/** How long (ms) a webhook is late. */
const lateBy = 10_000;

/** @param targets addresses of the sites' webhooks; each gets every message. @param port where Strapi sends its webhooks. */
export async function startWebhookRelay(targets: readonly string[], port: number): Promise<WebhookRelay> {
  let delivery: Delivery = 'at once';
  let bodies: string[] = [];
  let kept: Message[] = [];
  const late = new Set<NodeJS.Timeout>();

  async function send({ body, secret }: Message): Promise<void> {
    await Promise.all(
      targets.map((target) =>
        fetch(target, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', 'x-webhook-secret': secret },
        }),
      ),
    );
  }

  function sendLate(message: Message): void {
    const timer = setTimeout(() => void send(message).then(() => late.delete(timer)), lateBy);
    late.add(timer);
  }

  async function deliver(message: Message): Promise<void> {
    switch (delivery) {
      case 'at once':
        await send(message);
        break;
      case 'doubled':
        await Promise.all([send(message), send(message)]);
        break;
      case 'reordered':
        kept.unshift(message);
        break;
      case 'late':
        sendLate(message);
        break;
      case 'dropped':
        break;
    }
  }

  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(202).end();
      void deliver({ body, secret: String(request.headers['x-webhook-secret']) });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    set(next) {
      delivery = next;
      bodies = [];
    },
    async release() {
      delivery = 'at once';
      const messages = kept;
      kept = [];
      for (const message of messages) await send(message);
    },
    received: () => bodies.length,
    bodies: () => bodies,
    underWay: () => late.size,
    async close() {
      for (const timer of late) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
