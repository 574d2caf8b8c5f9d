/**
 * Fetches payloads of pages that a visitor may open next (R62): at most four requests in parallel; the link under the pointer goes
 * before links that are merely in view, and a clicked link before all others.
 */
import type { PagePayload } from '../../page-payload.ts';

const maxParallel = 4;
/** Milliseconds. A publish may change a page, so an older payload is requested again. */
const freshMs = 60_000;
const maxEntries = 30;
/** Timeout of a request in milliseconds, so that four hanging requests do not end preloading. */
const requestTimeoutMs = 8000;

interface Entry {
  address: string;
  payload: Promise<PagePayload>;
  begin: () => void;
  controller: AbortController;
  /** The time when the request began, in milliseconds since 1970; absent while the entry is queued. */
  begun?: number;
}

const entries = new Map<string, Entry>();
const waiting: Entry[] = [];
const running = new Set<Entry>();

const isFresh = ({ begun }: Entry) => !begun || Date.now() - begun < freshMs;

async function request(address: string, controller: AbortController): Promise<PagePayload> {
  const response = await fetch(address, {
    signal: AbortSignal.any([controller.signal, AbortSignal.timeout(requestTimeoutMs)]),
    priority: 'low',
  });
  if (!response.ok) {
    // An unread body keeps its connection busy.
    void response.body?.cancel();
    throw new Error(`${address} answered ${response.status}`);
  }
  return (await response.json()) as PagePayload;
}

function startNext(): void {
  while (running.size < maxParallel) {
    const next = waiting.shift();
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
  const onSettled = () => {
    running.delete(entry);
    startNext();
  };
  entry.payload.then(onSettled, () => {
    entries.delete(address);
    onSettled();
  });
  // A payload of up to 70 KB that is never used again must not stay for the life of the page.
  for (const [kept, other] of entries) if (!isFresh(other)) entries.delete(kept);
  entries.set(address, entry);
  for (const [oldest] of entries) if (entries.size > maxEntries) entries.delete(oldest);
  return entry;
}

/**
 * Loads the payload at an address; reuses one that is fresh or pending, and moves a request that has not begun to the front of the queue.
 * @param wanted whether the visitor waits for the payload: if four requests are running, the one that began last is aborted.
 * @throws when the server answers with an error status, and when the request times out or is aborted.
 */
export function loadPayloadAt(address: string, wanted = false): Promise<PagePayload> {
  const known = entries.get(address);
  const entry = known && isFresh(known) ? known : createEntry(address);
  if (!entry.begun) {
    const index = waiting.indexOf(entry);
    if (index >= 0) waiting.splice(index, 1);
    waiting.unshift(entry);
    if (wanted && running.size >= maxParallel) [...running].at(-1)?.controller.abort();
    startNext();
  }
  return entry.payload;
}

/** Queues a preload at the end, after all requests that are more likely to be needed. */
export function preloadLater(address: string): void {
  if (!entries.has(address)) {
    waiting.push(createEntry(address));
    startNext();
  }
}
