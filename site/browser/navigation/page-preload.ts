/**
 * Fetches payloads of pages that a visitor may open next (R62): at most four requests in parallel; the link under the pointer goes
 * before links that are merely in view, and a clicked link before all others.
 */
import type { PagePayload } from '../../page-payload.ts';

const atOnce = 4;
/** Milliseconds. A publish may change a page, so an older payload is requested again. */
const freshFor = 60_000;
const kept = 30;
/** Timeout of a request in milliseconds, so that four hanging requests do not end preloading. */
const patience = 8000;

interface Entry {
  address: string;
  payload: Promise<PagePayload>;
  begin: () => void;
  controller: AbortController;
  /** When the request began, in milliseconds since 1970; absent while the entry waits in line. */
  begun?: number;
}

const entries = new Map<string, Entry>();
const line: Entry[] = [];
const running = new Set<Entry>();

async function request(address: string, controller: AbortController): Promise<PagePayload> {
  const response = await fetch(address, {
    signal: AbortSignal.any([controller.signal, AbortSignal.timeout(patience)]),
    priority: 'low',
  });
  if (!response.ok) {
    // An unread body keeps its connection busy.
    void response.body?.cancel();
    throw new Error(`${address} answered ${response.status}`);
  }
  return (await response.json()) as PagePayload;
}

function proceed(): void {
  while (running.size < atOnce) {
    const next = line.shift();
    if (!next) return;
    next.begun = Date.now();
    running.add(next);
    next.begin();
  }
}

function createEntry(address: string): Entry {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  const entry: Entry = {
    address,
    controller,
    begin: resolve,
    payload: promise.then(() => request(address, controller)),
  };
  const settled = () => {
    running.delete(entry);
    proceed();
  };
  entry.payload.then(settled, () => {
    entries.delete(address);
    settled();
  });
  entries.set(address, entry);
  for (const [oldest] of entries) if (entries.size > kept) entries.delete(oldest);
  return entry;
}

/**
 * The payload at an address; reuses one that is fresh or pending, and moves a request that has not begun to the front of the line.
 * @param wanted the visitor is waiting for it: if all four places are taken, the request that began last is aborted.
 * @throws when the server answers with an error status, and when the request times out or is aborted.
 */
export function payloadAt(address: string, wanted = false): Promise<PagePayload> {
  const known = entries.get(address);
  const entry = known && (!known.begun || Date.now() - known.begun < freshFor) ? known : createEntry(address);
  if (!entry.begun) {
    const place = line.indexOf(entry);
    if (place >= 0) line.splice(place, 1);
    line.unshift(entry);
    if (wanted && running.size >= atOnce) [...running].at(-1)?.controller.abort();
    proceed();
  }
  return entry.payload;
}

/** Queues a preload at the end of the line, behind every request with more intent. */
export function preloadLater(address: string): void {
  if (!entries.has(address)) {
    line.push(createEntry(address));
    proceed();
  }
}
