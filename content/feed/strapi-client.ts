/**
 * HTTP client for Strapi: at most a few requests at a time, each with a timeout. `strapi-answer.ts` checks the answers.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Locale } from '../model.ts';
import { ConcurrencyGate } from '../../base/concurrency-gate.ts';
import { DownloadError, type DownloadRules, download } from './file-download.ts';
import { StrapiError, type StrapiPage, type StrapiRow, parseAnswer, isRecord, toPage, toRow } from './strapi-answer.ts';

export interface StrapiClientOptions {
  /** Address of Strapi without a trailing slash. */
  url: string;
  /** Read-only API token; without it no drafts and no list of media files. */
  token?: string;
  /** Milliseconds after which a request counts as failed. */
  timeout?: number;
  /** Requests at the same time. */
  concurrency?: number;
  /** Other sources of files than `url`: origins of Strapi, and hosts that the operator has named. */
  files?: Partial<DownloadRules>;
}

/** Bytes. Larger answers are a fault: 100 long pages are about 1 MB. */
const maxAnswerBytes = 16 * 1024 * 1024;
const defaultTimeout = 15_000;

export class StrapiClient {
  readonly url: string;
  readonly hasToken: boolean;
  /** Requests sent since the start. */
  requests = 0;
  /** Strapi's time at its last answer, in milliseconds since 1970; null before the first answer, or when answers have no date. */
  serverTime: number | null = null;
  readonly #headers: Record<string, string>;
  readonly #timeout: number;
  readonly #files: DownloadRules;
  readonly #gate: ConcurrencyGate;
  readonly #stop = new AbortController();
  /** Set for requests inside `together`. */
  readonly #batch = new AsyncLocalStorage<AbortController>();

  constructor({ url, token = '', timeout = defaultTimeout, concurrency = 4, files = {} }: StrapiClientOptions) {
    this.url = url;
    this.hasToken = token !== '';
    this.#headers = { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    this.#timeout = timeout;
    this.#files = { hosts: [], ...files, ownOrigins: [new URL(url).origin, ...(files.ownOrigins ?? [])] };
    this.#gate = new ConcurrencyGate(concurrency);
  }

  /** Aborts every open request. */
  close(): void {
    this.#stop.abort();
  }

  /**
   * Runs requests that are useful only together: when one fails, the others are aborted. Otherwise, while Strapi hangs, later requests would wait
   * minutes behind them.
   */
  async runTogether<Result>(action: () => Promise<Result>): Promise<Result> {
    const batch = new AbortController();
    try {
      return await this.#batch.run(batch, action);
    } catch (error) {
      batch.abort();
      throw error;
    }
  }

  /** Fetches one page of a list. @throws StrapiError also when the answer is not a list. */
  async fetchList(endpoint: string, query: string): Promise<StrapiPage> {
    const { body } = await this.#fetchJson(endpoint, query, [200]);
    return toPage(body, endpoint);
  }

  /** Fetches the document of a single type in a language; null when Strapi itself answers that it is not published. @throws StrapiError */
  async fetchSingle(endpoint: string, query: string, locale: Locale): Promise<StrapiRow | null> {
    const { status, body } = await this.#fetchJson(
      endpoint,
      `${query}${query ? '&' : ''}locale=${locale}`,
      [200, 404],
      { 'accept-language': locale },
    );
    if (status === 404) {
      // A proxy's 404 looks different: trusting it would empty the header of every page.
      if (body['data'] === null && isRecord(body['error']) && body['error']['name'] === 'NotFoundError') return null;
      throw new StrapiError(`${endpoint} answered 404, and not in Strapi's words`);
    }
    return toRow(body['data'], endpoint);
  }

  /** Fetches files of the media library, filtered and sorted by `query`. Needs the token. @throws StrapiError */
  async fetchMedia(query: string): Promise<StrapiRow[]> {
    const { body } = await this.#fetchJson('/api/upload/files', query, [200]);
    const files = body['data'];
    if (!Array.isArray(files)) throw new StrapiError('/api/upload/files did not answer with a list');
    return files.map((file) => toRow(file, '/api/upload/files'));
  }

  /** Fetches a file without the token: files are public and may be on another host. @param limit in bytes. @throws StrapiError */
  async fetchBytes(address: string, limit: number): Promise<Buffer> {
    const url = /^https?:/i.test(address) ? address : `${this.url}${address.startsWith('/') ? '' : '/'}${address}`;
    return this.#gate.run(async () => {
      this.requests += 1;
      try {
        return await download(
          url,
          this.#files,
          limit,
          AbortSignal.any([AbortSignal.timeout(this.#timeout), this.#stop.signal]),
        );
      } catch (error) {
        throw new StrapiError(
          error instanceof DownloadError ? error.message : `${address} cannot be had: ${describeError(error)}`,
        );
      }
    });
  }

  async #fetchJson(
    endpoint: string,
    query: string,
    statuses: number[],
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    return this.#gate.run(async () => {
      const response = await this.#fetch(`${this.url}${endpoint}?${query}`, { ...this.#headers, ...headers });
      const bytes = await this.#readBody(response, maxAnswerBytes, endpoint);
      if (!statuses.includes(response.status)) throw new StrapiError(`${endpoint} answered ${response.status}`);
      return { status: response.status, body: parseAnswer(bytes.toString('utf8'), endpoint, response.status) };
    });
  }

  async #fetch(url: string, headers: Record<string, string>): Promise<Response> {
    const batch = this.#batch.getStore()?.signal;
    if (batch?.aborted) throw new StrapiError(`${this.url} got no request: another one had failed`);
    const signal = AbortSignal.any([AbortSignal.timeout(this.#timeout), this.#stop.signal, ...(batch ? [batch] : [])]);
    for (let retried = false; ; retried = true) {
      this.requests += 1;
      try {
        const response = await fetch(url, { headers, redirect: 'error', signal });
        this.serverTime = Date.parse(response.headers.get('date') ?? '') || null;
        return response;
      } catch (error) {
        // Retry once: the server may close a keep-alive connection just as it is reused, which is not a failure of Strapi.
        if (retried || !isClosedBeforeAnswer(error))
          throw new StrapiError(`${this.url} does not answer: ${describeError(error)}`);
      }
    }
  }

  /** Reads a body. The timeout covers the last byte: a server may send its headers and then nothing. */
  async #readBody(response: Response, limit: number, what: string): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of response.body ?? []) {
        length += chunk.length;
        if (length > limit) throw new StrapiError(`${what} is larger than ${limit} bytes`);
        chunks.push(chunk);
      }
    } catch (error) {
      throw error instanceof StrapiError ? error : new StrapiError(`${what} broke off: ${describeError(error)}`);
    }
    return Buffer.concat(chunks);
  }
}

function isClosedBeforeAnswer(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && (cause.code === 'UND_ERR_SOCKET' || cause.code === 'ECONNRESET');
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
