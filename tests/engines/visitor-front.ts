/**
 * Stands between an engine and the site, as a CDN does: says from which country the visitor comes, and records what no driver of WebKitGTK can
 * report. A script at the start of each document makes the browser look like a visitor's (trap P7) and sends every complaint here.
 */
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import { once } from 'node:events';

/** Runs in the page, before every script of the site. */
function lookLikeAVisitor(isVisitor: boolean): void {
  Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => !isVisitor });
  // The page gets the source text of this function, so the function contains all that it needs.
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  const complain = (kind: string, what: unknown) =>
    navigator.sendBeacon('/_test/complaint', `${kind}: ${what instanceof Error ? what.message : String(what)}`);
  for (const level of ['error', 'warn'] as const) {
    const write = console[level];
    console[level] = (...words: unknown[]) => {
      write(...words);
      complain(`console ${level}`, words.map(String).join(' '));
    };
  }
  // In the capture phase, because the error event of a resource does not bubble.
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  const listen = (type: string, answer: (event: Event) => unknown) => addEventListener(type, answer, true);
  listen('error', (event) => {
    const { message, target } = event as ErrorEvent;
    const element = target as HTMLImageElement | HTMLLinkElement | Window;
    const address = 'src' in element ? element.currentSrc || element.src : 'href' in element ? element.href : '';
    complain(address ? 'did not load' : 'exception', address || message);
  });
  listen('unhandledrejection', (event) => complain('rejection', (event as PromiseRejectionEvent).reason));
  listen('securitypolicyviolation', (event) => {
    const { violatedDirective, blockedURI, sample } = event as SecurityPolicyViolationEvent;
    complain('policy', `${violatedDirective} ${blockedURI} ${sample}`);
  });
}

export interface VisitorFront {
  /** Returns console errors of pages and failed requests since the last call. */
  complaints: () => string[];
  /** Returns method and path of every request since the last call. */
  requests: () => string[];
  /** The country that a CDN would report. */
  country: string;
  /** Whether the next documents look like a visitor's; otherwise nobody is asked for consent. */
  looksLikeAVisitor: boolean;
  stop: () => Promise<void>;
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Starts the proxy. @param port for visitors. @param sitePort of the site. */
export async function startVisitorFront(port: number, sitePort: number): Promise<VisitorFront> {
  const complaints: string[] = [];
  const requests: string[] = [];

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url = '/', method = 'GET' } = incoming;
    if (url === '/_test/visitor.js')
      return void outgoing
        .setHeader('content-type', 'text/javascript')
        .setHeader('cache-control', 'no-store')
        .end(`(${lookLikeAVisitor.toString()})(${front.looksLikeAVisitor});`);
    const body = await readBody(incoming);
    if (url === '/_test/complaint') {
      complaints.push(body.toString());
      return void outgoing.writeHead(204).end();
    }
    requests.push(`${method} ${url}`);
    const siteRequest = request({
      port: sitePort,
      method,
      path: url,
      headers: { ...incoming.headers, 'x-country': front.country, 'accept-encoding': 'identity' },
    });
    siteRequest.end(body);
    const [answer] = (await once(siteRequest, 'response')) as [IncomingMessage];
    const { statusCode = 502, headers } = answer;
    if (statusCode >= 400) complaints.push(`answer ${statusCode}: ${method} ${url}`);
    const bytes = await readBody(answer);
    if (!headers['content-type']?.startsWith('text/html') || bytes.length === 0)
      return void outgoing.writeHead(statusCode, headers).end(bytes);
    const html = bytes.toString().replace('<head>', '<head><script src="/_test/visitor.js"></script>');
    delete headers['content-length'];
    delete headers['transfer-encoding'];
    outgoing.writeHead(statusCode, headers).end(html);
  }

  const server = createServer(
    (incoming, outgoing) =>
      void pass(incoming, outgoing).catch((error: unknown) => {
        complaints.push(`${incoming.url}: ${String(error)}`);
        outgoing.destroy();
      }),
  );
  const front: VisitorFront = {
    complaints: () => complaints.splice(0),
    requests: () => requests.splice(0),
    country: 'ZA',
    looksLikeAVisitor: false,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  server.listen(port);
  await once(server, 'listening');
  return front;
}
