/**
 * A store for data that an island fetches, with its status (R63). It is not a hook, because islands share no context and scripts without
 * React may use it, too. The newest request wins; a late answer to an older request is dropped.
 */
import { track } from './page-loader.ts';

type DataStatus = 'idle' | 'pending' | 'success' | 'error';

interface DataState<Data> {
  status: DataStatus;
  /** The last successful answer; kept while the next request is pending, and if that one fails. */
  data: Data | null;
  error: unknown;
}

interface AsyncData<Data> {
  snapshot: () => DataState<Data>;
  subscribe: (listener: () => void) => () => void;
  /** Never rejects: `snapshot` tells the outcome. */
  load: (address: string, init?: RequestInit) => Promise<void>;
}

/** @param options.blocking shows the full-page loader (R25) while a request is pending: for searches, and for data that the page cannot be read without. */
export function createAsyncData<Data>({ blocking = false } = {}): AsyncData<Data> {
  const listeners = new Set<() => void>();
  let state: DataState<Data> = { status: 'idle', data: null, error: null };
  let current: AbortController | undefined;
  const update = (next: Partial<DataState<Data>>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };

  async function request(address: string, init: RequestInit, signal: AbortSignal): Promise<Data> {
    const response = await fetch(address, { ...init, signal });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    return (await response.json()) as Data;
  }

  return {
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async load(address, init = {}) {
      current?.abort();
      const controller = new AbortController();
      current = controller;
      update({ status: 'pending', error: null });
      try {
        const answer = request(address, init, controller.signal);
        const data = await (blocking ? track(answer) : answer);
        if (current === controller) update({ status: 'success', data });
      } catch (error) {
        if (current === controller) update({ status: 'error', error });
      }
    },
  };
}
