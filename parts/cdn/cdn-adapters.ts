/**
 * Defines each CDN's header for keys, and its request that purges them, as documented by:
 * Varnish: vmod_xkey(3), whose functions deploy/varnish/default.vcl calls for a PURGE. Fastly: its API reference, “Purge multiple surrogate key tags”, and
 * “Soft purges”. Cloudflare: its API reference, “Purge Cached Content by Tag”, and “Availability and limits” of purges.
 */
import { createHmac } from 'node:crypto';
import type { CdnConfig, CdnName } from './cdn-settings.ts';
import type { PurgeKeys } from './purge-keys.ts';

export interface Purge extends PurgeKeys {
  /** Id of the purge, the same at each attempt. */
  id: string;
}

/** A purged cache: one of several Varnish servers, or the API of a provider. */
type Cache = Pick<CdnConfig, 'id' | 'token'> & { url: string };

interface PurgeRequest {
  url: string;
  method: 'POST' | 'PURGE';
  headers: Record<string, string>;
  body?: string;
}

interface Adapter {
  /** Name of the header with the keys of an answer. */
  header: string;
  separator: string;
  variesByLanguage: boolean;
  /** Where purges are sent when `CDN_URL` is not set. */
  api?: string;
  requests: (cache: Cache, purge: Purge) => PurgeRequest[];
  /** Reads the body of a 2xx. @returns the fault in it; null when the purge is done. */
  refusal?: (body: string) => string | null;
}

function splitKeys(keys: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(keys.length / size) }, (_, index) =>
    keys.slice(index * size, (index + 1) * size),
  );
}

const json = { 'content-type': 'application/json', accept: 'application/json' };
/** Keys in a request. Varnish: a header line of 8 KB; the others as documented. */
const maxKeys = { varnish: 500, fastly: 256, cloudflare: 100 };

function buildVarnishRequest({ url }: Cache, header: string, keys: string[]): PurgeRequest {
  return { url: `${url}/`, method: 'PURGE', headers: { [header]: keys.join(' ') } };
}

function buildFastlyRequest({ url, id, token }: Cache, keys: string[], soft: boolean): PurgeRequest {
  return {
    url: `${url}/service/${id}/purge`,
    method: 'POST',
    headers: { ...json, 'fastly-key': token, ...(soft ? { 'fastly-soft-purge': '1' } : {}) },
    body: JSON.stringify({ surrogate_keys: keys }),
  };
}

export const cdnAdapters: Record<CdnName, Adapter> = {
  varnish: {
    header: 'xkey',
    separator: ' ',
    variesByLanguage: true,
    requests: (cache, { keys, gone }) => [
      ...splitKeys(gone, maxKeys.varnish).map((chunk) => buildVarnishRequest(cache, 'xkey-gone', chunk)),
      ...splitKeys(keys, maxKeys.varnish).map((chunk) => buildVarnishRequest(cache, 'xkey', chunk)),
    ],
  },
  fastly: {
    header: 'surrogate-key',
    separator: ' ',
    variesByLanguage: true,
    api: 'https://api.fastly.com',
    requests: (cache, { keys, gone }) => [
      ...splitKeys(gone, maxKeys.fastly).map((chunk) => buildFastlyRequest(cache, chunk, false)),
      ...splitKeys(keys, maxKeys.fastly).map((chunk) => buildFastlyRequest(cache, chunk, true)),
    ],
  },
  // Cloudflare has no soft purge, and ignores `Vary` except for encodings and pictures.
  cloudflare: {
    header: 'cache-tag',
    separator: ',',
    variesByLanguage: false,
    api: 'https://api.cloudflare.com/client/v4',
    requests: ({ url, id, token }, { keys, gone }) =>
      splitKeys([...gone, ...keys], maxKeys.cloudflare).map((tags) => ({
        url: `${url}/zones/${id}/purge_cache`,
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${token}` },
        body: JSON.stringify({ tags }),
      })),
    refusal: (body) => {
      try {
        return (JSON.parse(body) as { success?: unknown }).success === true ? null : 'did not say success';
      } catch {
        return 'did not answer with JSON';
      }
    },
  },
  // Signed as the messages to the CRM are (accounts/README.md).
  webhook: {
    header: 'cache-tag',
    separator: ',',
    variesByLanguage: false,
    requests: ({ url, token }, { id, keys, gone, everything }) => {
      const body = JSON.stringify({ id, keys, gone, everything });
      const timestamp = String(Math.floor(Date.now() / 1000));
      return [
        {
          url,
          method: 'POST',
          headers: {
            ...json,
            'idempotency-key': id,
            'x-brokerfront-timestamp': timestamp,
            'x-brokerfront-signature': `sha256=${createHmac('sha256', token).update(`${timestamp}.${body}`).digest('hex')}`,
          },
          body,
        },
      ];
    },
  },
};

/** A failed purge. The message contains neither address nor token. */
export class PurgeError extends Error {
  override name = 'PurgeError';
  /** Milliseconds that the CDN asks to wait for; 0 when it does not. */
  readonly retryAfterMs: number;
  constructor(message: string, retryAfterMs = 0) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Converts `Retry-After`, which is seconds or a date, to milliseconds. A wait of more than ten minutes is shortened to that. */
function parseRetryAfter(header: string | null): number {
  if (header === null) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), 600) * 1000 : 0;
}

/**
 * Purges each cache by itself: a cache that is unreachable must not keep old pages in the others.
 * @param timeoutMs for each request. @throws PurgeError when a purge has failed.
 */
export async function sendPurge({ name, urls, id, token }: CdnConfig, purge: Purge, timeoutMs = 5000): Promise<void> {
  const { api = '' } = cdnAdapters[name];
  const caches = (urls.length > 0 ? urls : [api]).map((url): Cache => ({ url, id, token }));
  const outcomes = await Promise.allSettled(caches.map((cache) => purgeOne(name, cache, purge, timeoutMs)));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Sends one request after the other. @throws PurgeError at the first that fails. */
async function purgeOne(name: CdnName, cache: Cache, purge: Purge, timeoutMs: number): Promise<void> {
  const { requests, refusal } = cdnAdapters[name];
  for (const { url, ...request } of requests(cache, purge)) {
    let response: Response;
    let body: string;
    try {
      response = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
      body = await response.text();
    } catch (error) {
      const { name: kind, cause } = error as Error;
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : kind;
      throw new PurgeError(`The CDN did not answer (${code}).`);
    }
    if (!response.ok)
      throw new PurgeError(
        `The CDN answered ${response.status}.`,
        parseRetryAfter(response.headers.get('retry-after')),
      );
    const problem = refusal?.(body) ?? null;
    if (problem !== null) throw new PurgeError(`The CDN ${problem}.`);
  }
}
