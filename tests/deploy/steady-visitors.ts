/**
 * Simulates visitors of a proxy over TLS from many addresses, at a steady rate, however long the answers take. Runs in a process of
 * their own, so that they never wait for what the test computes.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

export interface VisitorsInput {
  /** Port of the proxy on 127.0.0.1. */
  port: number;
  host: string;
  /** Certificates to trust, one after the other. */
  certificate: string;
  viewsPerSecond: number;
  formsPerSecond: number;
  paths: string[];
  /** Paths that are requested with a query that no cache has. */
  assets: string[];
}

export interface VisitorsResult {
  views: number;
  /** Views that were not answered with 200. */
  failed: number;
  /** Each kind of failure of a view (not 200) or of a form (not 303): the count and the first time. */
  failures: Record<string, { times: number; first: string }>;
  /** Milliseconds from when the request was due, not when it could be sent. */
  median: number;
  p99: number;
  worst: number;
  /** E-mail addresses of the forms that a site has confirmed. */
  confirmed: string[];
  /** Attempts that were refused with a message, or whose connection broke, and that the visitor repeated. */
  sentAgain: number;
  /** Forms that were never confirmed. */
  givenUp: number;
}

export interface Visitors {
  /** Changes the assets that the visitors request. */
  requestAssets: (assets: string[]) => void;
  end: () => Promise<VisitorsResult>;
}

export function sendVisitors(input: VisitorsInput): Visitors {
  const child = fork(import.meta.filename, [JSON.stringify(input)]);
  return {
    requestAssets: (assets) => void child.send(assets),
    async end() {
      const message = once(child, 'message') as Promise<[VisitorsResult]>;
      child.send('end');
      const [result] = await message;
      return result;
    },
  };
}

/** Counts the rows of each e-mail address in the database. */
export async function countStoredForms(url: string): Promise<Map<string, number>> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query<{ email: string; times: string }>(
    'select email, count(*) as times from enquiry group by email',
  );
  await client.end();
  return new Map(rows.map(({ email, times }) => [email, Number(times)]));
}

const addresses = 60;
const formPauseMs = 500;
const formAttempts = 120;

/** The program of the forked process. Ends at the message `end`; any other message is the list of assets to request from now on. */
async function visit(input: VisitorsInput): Promise<void> {
  // Above the proxy's keep-alive there would be connections that it closes at the moment at which a request leaves.
  const agents = Array.from(
    { length: addresses },
    () => new Agent({ keepAlive: true, maxSockets: 32, timeout: 30_000 }),
  );
  const waited: number[] = [];
  const result: Omit<VisitorsResult, 'median' | 'p99' | 'worst'> = {
    views: 0,
    failed: 0,
    failures: {},
    confirmed: [],
    sentAgain: 0,
    givenUp: 0,
  };

  /** @returns the status. @throws when the connection breaks before the answer is complete. */
  function send(path: string, localAddress: string, agent: Agent | false, form?: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: input.port,
          localAddress,
          servername: input.host,
          ca: input.certificate,
          path,
          agent,
          method: form === undefined ? 'GET' : 'POST',
          headers: {
            host: input.host,
            'accept-encoding': 'br',
            ...(form !== undefined && {
              origin: `https://${input.host}`,
              'content-type': 'application/x-www-form-urlencoded',
            }),
          },
        },
        (response) => {
          response.resume().once('end', () => resolve(response.statusCode ?? 0));
          response.once('error', reject);
        },
      );
      sent.once('error', reject);
      sent.end(form);
    });
  }

  function countFailure(what: string): void {
    const failure = (result.failures[what] ??= { times: 0, first: new Date().toISOString() });
    failure.times += 1;
  }

  /** New searches, the home page by language and assets reach a site; the other pages are mostly nginx's copies. */
  function choosePath(number: number): string {
    if (number % 100 === 0) return `/search?q=gold+${number}`;
    if (number % 20 === 7) return '/';
    if (number % 20 === 13) return `/assets/${input.assets[number % input.assets.length]}?nobody=${number}`;
    return input.paths[number % input.paths.length] ?? '/forex';
  }

  async function view(number: number, dueAt: number): Promise<void> {
    const path = choosePath(number);
    const place = number % addresses;
    const status = await send(path, `127.0.2.${place + 1}`, agents[place] ?? false).catch(String);
    waited.push(performance.now() - dueAt);
    result.views += 1;
    if (status === 200) return;
    result.failed += 1;
    countFailure(`${path.replace(/\d+$/, '…')}: ${status}`);
  }

  /** Sends an unconfirmed form again, as a person does. */
  async function submit(number: number): Promise<void> {
    const email = `visitor-${number}@example.com`;
    const form = new URLSearchParams({
      intent: 'send',
      elapsed: '9000',
      topic: 'account',
      name: 'Anna Rossi',
      email,
      message: 'A few lines about an account',
    }).toString();
    // Rate limits count networks, too: each form comes from another one.
    const address = `127.${10 + (number % 240)}.${Math.floor(number / 240) % 250}.1`;
    for (let attempt = 0; attempt < formAttempts; attempt += 1) {
      const status = await send('/contact', address, false, form).catch(String);
      if (status === 303) {
        result.confirmed.push(email);
        return;
      }
      result.sentAgain += 1;
      countFailure(`form: ${status}`);
      await wait(formPauseMs);
    }
    result.givenUp += 1;
  }

  const ended = new AbortController();
  process.on('message', (message: 'end' | string[]) => {
    if (message === 'end') ended.abort();
    else input.assets = message;
  });
  const open = new Set<Promise<void>>();
  const began = performance.now();
  const streams = [
    { sent: 0, perSecond: input.viewsPerSecond, start: (number: number, dueAt: number) => view(number, dueAt) },
    { sent: 0, perSecond: input.formsPerSecond, start: (number: number) => submit(number + 1) },
  ];
  while (!ended.signal.aborted) {
    for (const stream of streams)
      for (; (stream.sent * 1000) / stream.perSecond <= performance.now() - began; stream.sent += 1) {
        const one = stream.start(stream.sent, began + (stream.sent * 1000) / stream.perSecond);
        open.add(one);
        void one.finally(() => open.delete(one));
      }
    await wait(1);
  }
  await Promise.all(open);
  for (const agent of agents) agent.destroy();
  waited.sort((one, other) => one - other);
  const at = (share: number) => waited[Math.min(waited.length - 1, Math.floor(waited.length * share))] ?? Number.NaN;
  process.send?.({ ...result, median: at(0.5), p99: at(0.99), worst: at(1) } satisfies VisitorsResult, () =>
    process.disconnect(),
  );
}

if (import.meta.main) await visit(JSON.parse(process.argv[2] ?? '{}') as VisitorsInput);
