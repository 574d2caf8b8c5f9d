/**
 * The HTTP server: requests that cannot be read are refused, pages that stand fresh in the cache are written at once, everything else
 * goes to Hono. The hit path is kept free of anything that is not needed for a hit; it is what most requests take.
 */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { App } from './app.ts';
import { bodyTimes } from './forms/form-body.ts';
import { hasOneHost } from './http/host-header.ts';
import { firstVisitLocale } from './http/language-choice.ts';
import type { PageCache } from './pages/page-cache.ts';
import { chooseEncoding } from './http/content-encoding.ts';
import { parsePageAddress, payloadKey } from './pages/page-address.ts';
import { pageReply } from './pages/page-response.ts';
import { hasCookie } from './http/visit.ts';
import { previewCookie } from './preview/preview-link.ts';
import { type ReadyAnswer, ReadyResponse, readyAnswer } from './http/ready-response.ts';
import { ServerEnd } from './http/server-end.ts';

interface Parts {
  app: App;
  cache: PageCache;
  headers: Record<string, string>;
  /** What documents carry besides. */
  documentHeaders: Record<string, string>;
  /** The public address is https: cookies have their strict names. */
  https: boolean;
  /** How many may be open at once. */
  connections: number;
  /** Milliseconds that a request's head may take, and after which that is looked at. */
  headersTimes?: { headersTimeout: number; connectionsCheckingInterval: number };
  /** Sees every request first and calls on when it is not its own. */
  before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

function refuse(response: ServerResponse, status: number, message: string, headers: Record<string, string>): void {
  response.writeHead(status, {
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(message);
}

/** What Node's parser finds wrong with a request, where another status says it better than 400. */
const refusals: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};
const emptyAnswer = '\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
/** Whoever is told to go gets as long to read that; Node counts the connection until then, and no longer looks after it. */
const lingerMs = 1000;

/** @param answer what is sent last; nothing without it. */
function hangUp(socket: Duplex, answer = ''): void {
  socket.end(answer);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

export interface HttpServer {
  server: Server;
  /** Resolves when the last connection has ended. @param drainSeconds how long new ones are still taken. */
  end: (drainSeconds: number) => Promise<void>;
}

export function createHttpServer({
  app,
  cache,
  headers,
  documentHeaders,
  https,
  connections,
  headersTimes = { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
  before,
}: Parts): HttpServer {
  const behind = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const payloadHeaders = Object.entries(headers).flat();
  const fixedHeaders = Object.entries({ ...headers, ...documentHeaders }).flat();
  /** By the compressed bytes that they send: most hits only write what is ready. They go when the bytes go. */
  const readyAnswers = new WeakMap<Buffer, ReadyAnswer>();

  function answerFromCache(request: IncomingMessage, response: ReadyResponse, url: string): boolean {
    const payloadOf = payloadKey(url);
    const page = cache.get(payloadOf ?? url);
    if (!page || page.stale) return false;
    if (page.personal && (payloadOf !== null || hasCookie(request.headers.cookie, page.personal, https))) return false;
    // Whoever has a preview gets drafts; whether it still counts is judged there.
    if (request.headers.cookie?.includes(`${previewCookie}=`)) return false;
    if (url === '/' && firstVisitLocale(request.headers) !== 'en') return false;
    const { 'accept-encoding': accepted, 'if-none-match': ifNoneMatch } = request.headers;
    cache.hits += 1;
    const encoding = chooseEncoding(accepted);
    const payload = payloadOf !== null;
    const bytes =
      ifNoneMatch === undefined && encoding !== 'identity' ? (payload ? page.payload : page)[encoding] : null;
    const reply = () => pageReply(page, { encoding: accepted, ifNoneMatch, path: url, payload });
    if (bytes) {
      let ready = readyAnswers.get(bytes);
      if (!ready) {
        ready = readyAnswer(200, [...(payload ? payloadHeaders : fixedHeaders), ...reply().headers.flat()], bytes);
        readyAnswers.set(bytes, ready);
      }
      response.endReady(ready);
      return true;
    }
    const { status, headers: own, body } = reply();
    response.writeHead(status, [...(payload ? payloadHeaders : fixedHeaders), ...own.flat()]);
    response.end(request.method === 'HEAD' ? undefined : (body ?? undefined));
    return true;
  }

  const options = {
    ServerResponse: ReadyResponse,
    maxHeaderSize: 16 * 1024,
    requestTimeout: bodyTimes.total + bodyTimes.silence,
    ...headersTimes,
    keepAliveTimeout: 65_000,
    optimizeEmptyRequests: true,
  };
  const end = new ServerEnd();
  const server = createServer(options, (request, response) => {
    const { url = '/', method } = request;
    end.attend(response);
    if (!hasOneHost(request)) return refuse(response, 400, 'This request names no host, or more than one.', headers);
    if ((method === 'GET' || method === 'HEAD') && answerFromCache(request, response, url)) return;
    const address = parsePageAddress(url);
    if (address.kind === 'long') return refuse(response, 414, 'This address is too long.', headers);
    if (address.kind === 'invalid') return refuse(response, 400, 'This address cannot be read.', headers);
    end.attendLong(response);
    if (before) before(request, response, () => void behind(request, response));
    else void behind(request, response);
  });
  server.maxConnections = connections;
  // Node hangs up on whoever comes now; the next one finds the place of a connection that nobody was using.
  server.on('drop', () => server.closeIdleConnections());
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    // A browser opens connections ahead: an answer to no request would be taken for that to the first one, which may be under way.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && (socket as Socket).bytesRead === 0) hangUp(socket);
    else hangUp(socket, `HTTP/1.1 ${refusals[error.code ?? ''] ?? '400 Bad Request'}${emptyAnswer}`);
  });
  // Without a listener Node would hang up on CONNECT without a word.
  server.on('connect', (_request, socket) =>
    hangUp(socket, `HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD${emptyAnswer}`),
  );
  return { server, end: (drainSeconds) => end.run(server, drainSeconds) };
}
