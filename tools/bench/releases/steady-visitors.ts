/**
 * Visitors of a proxy, in a process of their own (`fork`), so that what they wait is not what the bench computes. They come at a steady rate,
 * however long the answers take, over TLS, from many addresses. Ends at the message `end` and sends a `VisitorsResult`; any other message is a list of
 * assets to ask for from now on.
 */
import { Agent, request } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

export interface VisitorsInput {
  /** Port of the proxy on 127.0.0.1. */
  port: number;
  host: string;
  /** Certificates to trust, one after the other. */
  certificate: string;
  /** Part of the e-mail addresses of the forms, when there are several groups of visitors. */
  group?: string;
  viewsPerSecond: number;
  formsPerSecond: number;
  paths: string[];
  /** Asked for with a query that no cache has seen, whichever build the site is of. */
  assets: string[];
}
export interface VisitorsResult {
  views: number;
  /** Views that were not answered with 200. */
  failed: number;
  /** How often what happened instead of an answer with 200 to a view or with 303 to a form, and when first. */
  failures: Record<string, { times: number; first: string }>;
  /** When each of these views failed, in milliseconds since 1970. */
  failedAt: number[];
  /** Milliseconds from when the request was due, not when it could be sent. */
  median: number;
  p99: number;
  worst: number;
  /** E-mail addresses of the forms whose arrival a site has confirmed. */
  confirmed: string[];
  /** When each was confirmed, in milliseconds since 1970, and how long its last attempt took. */
  confirmedAt: number[];
  formMs: number[];
  /** Forms that were refused with a message, or whose connection broke, and that the visitor sent again. */
  sentAgain: number;
  /** Forms that were never confirmed. */
  givenUp: number;
}

const addresses = 60;
const formPauseMs = 500;
const formAttempts = 120;
const input = JSON.parse(process.argv[2] ?? '{}') as VisitorsInput;
// Above the proxy's keep-alive there would be connections that it closes at the moment at which a request leaves.
const agents = Array.from({ length: addresses }, () => new Agent({ keepAlive: true, maxSockets: 32, timeout: 30_000 }));

interface Sent {
  address: string;
  agent: Agent | false;
  form?: string;
}
/** @returns the status. @throws when the connection breaks before the answer is complete. */
function ask(path: string, { address, agent, form }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: input.port,
        localAddress: address,
        servername: input.host,
        ca: input.certificate,
        path,
        agent,
        method: form === undefined ? 'GET' : 'POST',
        headers: {
          host: input.host,
          'accept-encoding': 'br',
          ...(form === undefined
            ? {}
            : { origin: `https://${input.host}`, 'content-type': 'application/x-www-form-urlencoded' }),
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

const waited: number[] = [];
const result: VisitorsResult = {
  views: 0,
  failed: 0,
  failures: {},
  failedAt: [],
  median: 0,
  p99: 0,
  worst: 0,
  confirmed: [],
  confirmedAt: [],
  formMs: [],
  sentAgain: 0,
  givenUp: 0,
};

function note(what: string): void {
  const seen = (result.failures[what] ??= { times: 0, first: new Date().toISOString() });
  seen.times += 1;
}

/** A search that nobody has asked, the home page by language and an asset reach a site; the others are mostly nginx's copies. */
function pathOf(number: number): string {
  if (number % 100 === 0) return `/search?q=gold+${number}`;
  if (number % 20 === 7) return '/';
  if (number % 20 === 13) return `/assets/${input.assets[number % input.assets.length]}?nobody=${number}`;
  return input.paths[number % input.paths.length] ?? '/forex';
}

async function view(number: number, dueAt: number): Promise<void> {
  const path = pathOf(number);
  const place = number % addresses;
  const said = await ask(path, { address: `127.0.2.${place + 1}`, agent: agents[place] ?? false }).catch(String);
  waited.push(performance.now() - dueAt);
  result.views += 1;
  if (said === 200) return;
  result.failed += 1;
  result.failedAt.push(Date.now());
  note(`${path.replace(/\d+$/, '…')}: ${said}`);
}

/** As a person does: a form that was not confirmed is sent again with what was typed. */
async function submit(number: number): Promise<void> {
  const email = `visitor-${input.group ?? ''}${number}@example.com`;
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
    const sentAt = performance.now();
    const said = await ask('/contact', { address, agent: false, form }).catch(String);
    if (said === 303) {
      result.confirmed.push(email);
      result.confirmedAt.push(Date.now());
      result.formMs.push(performance.now() - sentAt);
      return;
    }
    result.sentAgain += 1;
    note(`form: ${said}`);
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
function keep(one: Promise<void>): void {
  open.add(one);
  void one.finally(() => open.delete(one));
}
const began = performance.now();
let [views, forms] = [0, 0];
while (!ended.signal.aborted) {
  const now = performance.now() - began;
  for (; (views * 1000) / input.viewsPerSecond <= now; views += 1)
    keep(view(views, began + (views * 1000) / input.viewsPerSecond));
  for (; (forms * 1000) / input.formsPerSecond <= now; forms += 1) keep(submit(forms + 1));
  await wait(1);
}
await Promise.all(open);
for (const agent of agents) agent.destroy();
waited.sort((one, other) => one - other);
const at = (share: number) => waited[Math.min(waited.length - 1, Math.floor(waited.length * share))] ?? Number.NaN;
process.send?.({ ...result, median: at(0.5), p99: at(0.99), worst: at(1) } satisfies VisitorsResult, () =>
  process.disconnect(),
);
