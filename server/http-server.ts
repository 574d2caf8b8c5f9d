/**
 * The HTTP server: refuses malformed requests, answers fresh pages straight from the cache, and passes everything else to Hono. Most requests are
 * cache hits, so that path does no unnecessary work.
 */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { chooseRequestId, withRequestId } from '../base/request-id.ts';
import { defaultLocale } from '../content/locales.ts';
import type { App } from './app.ts';
import { bodyTimes } from './forms/form-body.ts';
import { hasOneHost, isHost } from './http/host-header.ts';
import { chooseFirstVisitLocale } from './http/language-choice.ts';
import type { CachedPage } from './pages/page-bytes.ts';
import type { PageCache } from './pages/page-cache.ts';
import { chooseEncoding } from './http/content-encoding.ts';
import { findPayloadKey } from './pages/page-address.ts';
import { AddressedRequest } from './pages/page-request.ts';
import { buildPageReply } from './pages/page-response.ts';
import { findClientIp, hasCookie, toNetwork } from './http/visit.ts';
import { previewCookie } from './content/preview-link.ts';
import { ReadyResponse } from './http/ready-response.ts';
import { withRequestSpan } from './http/request-span.ts';
import { OpenConnections } from './process/open-connections.ts';
import { FairQueue } from './process/fair-queue.ts';
import { addStyleSource } from './http/style-source.ts';
import { ServerEnd } from './http/server-end.ts';
import type { AnswerKind, Metrics } from './metrics.ts';
import type { SharedCaching } from './http/shared-caching.ts';

interface Options {
  app: App;
  cache: PageCache;
  headers: Record<string, string>;
  /** Additional headers of HTML documents. */
  documentHeaders: Record<string, string>;
  metrics: Pick<Metrics, 'answerSeconds'>;
  shared: SharedCaching;
  /** The public address is https: cookie names have the `__Host-` prefix. */
  https: boolean;
  /** Maximum number of open connections. */
  connections: number;
  /** Maximum number of open connections of one address; by default the same. */
  connectionsOfAddress?: number;
  /** The header in which a trusted proxy names the visitor's address; empty: none. */
  clientIpHeader?: string;
  /** Milliseconds: how long a client may take to send a request's head, and how often Node checks that. */
  headersTimes?: { headersTimeout: number; connectionsCheckingInterval: number };
  /** Runs before Hono and calls `next` for requests that it does not handle. */
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

/** Error codes of Node's HTTP server with a more precise status than 400. */
const refusals: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

const operatorsPath = /^\/(?:healthz|readyz|metrics)$/;

function chooseAnswerKind({ url = '/', method, address }: AddressedRequest, status: number): AnswerKind {
  if (status >= 500) return 'error';
  if (url.startsWith('/api/')) return 'api';
  if (/^\/(?:assets|media|embed)\//.test(url)) return 'asset';
  if (method === 'POST') return 'form';
  return address.kind === 'page' && address.address.payload ? 'payload' : 'page';
}
/** A client that neither reads its answer nor sends a request for so long is disconnected. */
const silenceMs = 65_000;
/** When more than this share of all connections is open, silent ones are closed; the rest is for clients that connect meanwhile. */
const freeShare = 0.9;
const emptyAnswer = '\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
/** How long a refused client may take to read the response. Node counts the connection until it is destroyed, but no longer times it out. */
const lingerMs = 1000;

/** Ends the connection, and destroys it after `lingerMs`. @param answer last bytes to send; empty by default. */
function hangUp(socket: Duplex, answer = ''): void {
  socket.end(answer);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

export interface HttpServer {
  server: Server;
  /** Resolves when the last connection has ended. @param drainSeconds how long the server still accepts new ones. */
  end: (drainSeconds: number) => Promise<void>;
}

export function createHttpServer({
  app,
  cache,
  headers,
  documentHeaders,
  metrics,
  shared,
  https,
  connections,
  connectionsOfAddress = connections,
  clientIpHeader = '',
  headersTimes = { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
  before,
}: Options): HttpServer {
  const honoListener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const payloadHeaders = Object.entries(headers).flat();
  const htmlHeaders = { ...headers, ...documentHeaders };
  const policy = headers['content-security-policy'] ?? '';
  const writeDocumentHeaders = ({ styleSource }: CachedPage) =>
    Object.entries({ ...htmlHeaders, 'content-security-policy': addStyleSource(policy, styleSource) }).flat();
  /** Ready answers by the compressed bytes of their body, so that most hits only write a string. An entry is collected with its bytes. */
  const readyResponses = new WeakMap<Buffer, ReadyResponse>();

  function answerFromCache(request: IncomingMessage, response: ServerResponse, url: string): boolean {
    const payloadAddress = findPayloadKey(url);
    const page = cache.get(payloadAddress ?? url);
    if (!page || page.staleSince !== null) return false;
    if (page.personal && (payloadAddress !== null || hasCookie(request.headers.cookie, page.personal, https)))
      return false;
    // A visitor with a preview cookie gets drafts; the code behind Hono checks whether the cookie is still valid.
    if (request.headers.cookie?.includes(`${previewCookie}=`)) return false;
    if (url === '/' && chooseFirstVisitLocale(request.headers) !== defaultLocale) return false;
    const { 'accept-encoding': accepted, 'if-none-match': ifNoneMatch } = request.headers;
    cache.hits += 1;
    const encoding = chooseEncoding(accepted);
    const payload = payloadAddress !== null;
    const bytes =
      ifNoneMatch === undefined && encoding !== 'identity'
        ? (payload ? page.payload : page.document).encode(encoding)
        : null;
    const reply = () => buildPageReply(page, { encoding: accepted, ifNoneMatch, home: url === '/', payload }, shared);
    if (bytes) {
      let ready = readyResponses.get(bytes);
      if (!ready) {
        const baseHeaders = payload ? payloadHeaders : writeDocumentHeaders(page);
        ready = new ReadyResponse([...baseHeaders, ...reply().headers.flat()], bytes);
        readyResponses.set(bytes, ready);
      }
      ready.send(response);
      return true;
    }
    const { status, headers: pageHeaders, body } = reply();
    response.writeHead(status, [...(payload ? payloadHeaders : writeDocumentHeaders(page)), ...pageHeaders.flat()]);
    response.end(request.method === 'HEAD' ? undefined : (body ?? undefined));
    return true;
  }

  const options = {
    IncomingMessage: AddressedRequest,
    maxHeaderSize: 16 * 1024,
    requestTimeout: bodyTimes.total + bodyTimes.silence,
    ...headersTimes,
    keepAliveTimeout: silenceMs,
    optimizeEmptyRequests: true,
  };
  const end = new ServerEnd();
  const open = new OpenConnections(Math.floor(connections * freeShare), connectionsOfAddress);
  const uncached = new FairQueue();
  function findNetwork({ headers: requestHeaders, socket }: IncomingMessage): string {
    const get = (name: string) => String(requestHeaders[name] ?? '');
    return toNetwork(findClientIp({ get }, socket.remoteAddress ?? '', clientIpHeader));
  }
  function answer(request: AddressedRequest, response: ServerResponse): void {
    const { method } = request;
    // A proxy may send the whole address (RFC 9112, 3.2.2); its host is checked like the header `Host`.
    const absolute = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(request.url ?? '');
    if (absolute) request.url = (absolute[2] ?? '').replace(/^(?!\/)/, '/');
    const { url = '/' } = request;
    const startedAt = performance.now();
    end.track(response);
    if (!hasOneHost(request) || (absolute && !isHost(absolute[1] ?? '')))
      return refuse(response, 400, 'This request names no host, or more than one.', headers);
    // This request asks which methods the server has (RFC 9110, 9.3.7).
    if (url === '*' && method === 'OPTIONS') {
      response.writeHead(204, { ...headers, allow: 'GET, HEAD, POST, OPTIONS' });
      response.end();
      return;
    }
    const observeAnswer = (kind: AnswerKind) =>
      metrics.answerSeconds.observe({ kind }, (performance.now() - startedAt) / 1000);
    if ((method === 'GET' || method === 'HEAD') && answerFromCache(request, response, url))
      return observeAnswer('cached');
    const { kind: address } = request.address;
    if (address === 'long') return refuse(response, 414, 'This address is too long.', headers);
    if (address === 'invalid') return refuse(response, 400, 'This address cannot be read.', headers);
    end.trackOpen(response);
    // Health checks and scrapes are no visits, and would hide the times of those.
    if (!operatorsPath.test(url))
      response.once('finish', () => observeAnswer(chooseAnswerKind(request, response.statusCode)));
    const hono = () => void honoListener(request, response);
    // Answers from the cache need no request id: they are the same for everybody, are not logged and cannot fail.
    const requestId = chooseRequestId(request.headers['x-request-id']);
    uncached.add(findNetwork(request), () =>
      withRequestId(requestId, () =>
        withRequestSpan(request, response, requestId, () => (before ? before(request, response, hono) : hono())),
      ),
    );
  }
  const server = createServer(options, (request, response) => {
    if (response.socket) {
      open.setCurrent(response.socket, response);
      answer(request, response);
    } else open.beginInOrder(request.socket, response, () => answer(request, response));
  });
  server.on('connection', (socket) => open.add(socket));
  server.timeout = silenceMs;
  server.maxConnections = connections;
  // Node has dropped a connection beyond the limit. Closing idle ones makes room for the next client.
  server.on('drop', () => server.closeIdleConnections());
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    // Browsers open connections in advance. A 408 without a request would count as the response to the first one, which may be on its way.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && (socket as Socket).bytesRead === 0) hangUp(socket);
    else hangUp(socket, `HTTP/1.1 ${refusals[error.code ?? ''] ?? '400 Bad Request'}${emptyAnswer}`);
  });
  // Without a listener Node would close a CONNECT connection without a response.
  server.on('connect', (_request, socket) =>
    hangUp(socket, `HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD${emptyAnswer}`),
  );
  return { server, end: (drainSeconds) => end.run(server, drainSeconds) };
}
