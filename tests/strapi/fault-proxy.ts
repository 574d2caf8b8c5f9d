/** Stands between the site and Strapi and does what goes wrong there. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fault =
  | 'none' | 'closed' | 'hung' | 'error-500' | 'not-found' | 'strapi-not-found' | 'empty-lists' | 'truncated' | 'wrong-shapes' | 'late' | 'html';

export interface FaultProxy {
  url: string;
  /** Requests that came through since the last change of the fault. */
  requests: () => number;
  set: (fault: Fault) => void;
  close: () => Promise<void>;
}

const json = { 'content-type': 'application/json' };
const notFound = JSON.stringify({ data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } });

export async function startFaultProxy(target: string, lateBy = 10_000): Promise<FaultProxy> {
  let fault: Fault = 'none';
  let requests = 0;
  const waiting = new Set<NodeJS.Timeout>();

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = request.headers.authorization ? { authorization: request.headers.authorization } : {};
    const answer = await fetch(`${target}${request.url}`, { headers }).catch(() => null);
    if (!answer) return void response.destroy();
    const bytes = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '', 'content-length': bytes.length });
    if (fault !== 'truncated') return void response.end(bytes);
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
  }

  const server: Server = createServer((request, response) => {
    requests += 1;
    const send = (status: number, body: string, headers: Record<string, string> = json) => response.writeHead(status, headers).end(body);
    switch (fault) {
      case 'closed': return void request.socket.destroy();
      case 'hung': return;
      case 'error-500': return void send(500, '{"error":{"status":500}}');
      case 'not-found': return void send(404, 'Not Found', {});
      case 'strapi-not-found': return void send(404, notFound);
      case 'empty-lists': return void send(200, '{"data":[],"meta":{"pagination":{"page":1,"pageSize":100,"pageCount":0,"total":0}}}');
      case 'wrong-shapes': return void send(200, '{"data":[{"id":1,"updatedAt":"2026-11-21T00:00:00.000Z","key":7,"locale":"en","title":["a list"]}],"meta":{"pagination":{"page":1,"pageSize":100,"pageCount":1,"total":1}}}');
      case 'html': return void send(200, '<!doctype html><title>Log in</title>', { 'content-type': 'text/html' });
      case 'late': {
        const timer = setTimeout(() => void pass(request, response), lateBy);
        waiting.add(timer);
        return;
      }
      default: return void pass(request, response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    set(next) {
      fault = next;
      requests = 0;
      // Open connections would outlive the fault.
      server.closeAllConnections();
    },
    async close() {
      for (const timer of waiting) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
