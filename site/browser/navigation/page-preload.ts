/**
 * Payloads of pages that a visitor may open next (R62): at most four requests at once, the link under the pointer before the ones that
 * are merely in view, and whatever was clicked before everything else.
 */
import type { PagePayload } from '../../page-payload.ts';

const atOnce = 4;
/** A publish may change a page; what is older than this is asked for again. */
const freshFor = 60_000;
const kept = 30;
/** After this long a request is given up, so that four that hang do not end preloading. */
const patience = 8000;

interface Entry {
  address: string;
  payload: Promise<PagePayload>;
  begin: () => void;
  controller: AbortController;
  /** Absent while it waits in line. */
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
    // A body that nobody reads holds its connection.
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

/** The payload at an address, from what is already here or on its way where possible. `wanted`: the visitor is waiting for it. */
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

/** Preloads when there is room, behind everything that was asked for with more intent. */
export function preloadLater(address: string): void {
  if (!entries.has(address)) {
    line.push(createEntry(address));
    proceed();
  }
}
