/** A proxy between the site and Strapi that simulates faults. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fault =
  | 'none'
  | 'whole-lists'
  | 'closed'
  | 'hung'
  | 'error-500'
  | 'empty-lists'
  | 'empty-small-types'
  | 'truncated'
  | 'late'
  | 'shape-of-strapi-4'
  | 'without-a-key';

export interface FaultProxy {
  url: string;
  /** Number of requests since `set` was last called. */
  requests: () => number;
  set: (fault: Fault) => void;
  /** The addresses that were requested with a language, each with the language. */
  languages: () => [address: URL, language: string][];
  /** Runs an action in Strapi between a request and its answer. */
  beforeAnswer: (action: (request: URL) => Promise<void>) => void;
  close: () => Promise<void>;
}

const json = { 'content-type': 'application/json' };
const emptyList = '{"data":[],"meta":{"pagination":{"page":1,"pageSize":100,"pageCount":0,"total":0}}}';
const notFound = JSON.stringify({
  data: null,
  error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
});

/** @param target origin of Strapi. @param lateBy milliseconds, for the fault `late`. */
export async function startFaultProxy(target: string, lateBy = 10_000): Promise<FaultProxy> {
  let fault: Fault = 'none';
  let requests = 0;
  const languages: [URL, string][] = [];
  let beforeAnswer: ((request: URL) => Promise<void>) | null = null;
  const waiting = new Set<NodeJS.Timeout>();

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await beforeAnswer?.(new URL(request.url ?? '', target));
    const headers = {
      ...(request.headers.authorization ? { authorization: request.headers.authorization } : {}),
      ...(fault === 'shape-of-strapi-4' ? { 'strapi-response-format': 'v4' } : {}),
    };
    const answer = await fetch(`${target}${request.url}`, { headers }).catch(() => null);
    if (!answer) {
      response.destroy();
      return;
    }
    const whole = Buffer.from(await answer.arrayBuffer());
    // Removes the key from the tag `gold` and from every link to it.
    const bytes =
      fault === 'without-a-key' ? Buffer.from(whole.toString('utf8').replaceAll('"key":"gold"', '"key":null')) : whole;
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? '',
      'content-length': bytes.length,
    });
    if (fault === 'truncated')
      response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
    else response.end(bytes);
  }

  const server: Server = createServer((request, response) => {
    requests += 1;
    const { 'accept-language': language = '*' } = request.headers;
    if (language !== '*') languages.push([new URL(request.url ?? '', target), language]);
    const send = (status: number, body: string, headers: Record<string, string> = json) =>
      response.writeHead(status, headers).end(body);
    switch (fault) {
      case 'closed':
        request.socket.destroy();
        break;
      case 'hung':
        break;
      case 'error-500':
        send(500, '{"error":{"status":500}}');
        break;
      case 'empty-lists':
        send(200, emptyList);
        break;
      // Each of these types has too few documents to be a fifth of the content.
      case 'empty-small-types':
        if (
          /^\/api\/(?:legal-documents|redirects|account-types|jobs|header-nav-items|footer-links)\?/.test(
            request.url ?? '',
          )
        )
          send(200, emptyList);
        else if (/^\/api\/(?:header|footer|common-datum|default-seo)\?/.test(request.url ?? '')) send(404, notFound);
        else void pass(request, response);
        break;
      // Requests for a poll or for a single document still pass.
      case 'whole-lists':
        if (/populate/.test(request.url ?? '') && !/filters\[key\]/.test(decodeURIComponent(request.url ?? '')))
          send(500, '{"error":{"status":500}}');
        else void pass(request, response);
        break;
      case 'late':
        waiting.add(setTimeout(() => void pass(request, response), lateBy));
        break;
      default:
        void pass(request, response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    languages: () => languages,
    set(next) {
      fault = next;
      requests = 0;
      // Open connections would survive the change of the fault.
      server.closeAllConnections();
    },
    beforeAnswer(action) {
      beforeAnswer = action;
    },
    async close() {
      for (const timer of waiting) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
