/**
 * The end of the HTTP server, in the order that loses no request. While it drains it still takes connections and answers everything, and each
 * answer closes its connection, so that clients which keep theirs open move to another instance. Then the listener closes, what is being
 * answered is finished, and only what lasts too long is cut.
 */
import type { Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds for open answers once the listener is closed; the rest is cut. */
const finishLimitMs = 10_000;
const sweepPauseMs = 50;

export class ServerEnd {
  /** What is being answered, except from the page cache, which answers at once. */
  readonly #open = new Set<ServerResponse>();
  #begun = false;

  /** Each answer passes here before its head is written. */
  attend(response: ServerResponse): void {
    if (this.#begun) response.shouldKeepAlive = false;
  }

  /** An answer that takes a while: the end may begin before its head is written. */
  attendLong(response: ServerResponse): void {
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
  }

  /**
   * Resolves when no connection is left.
   * @param drainSeconds how long new connections are still taken. 0 where nobody watches `/readyz`.
   */
  async run(server: Server, drainSeconds: number): Promise<void> {
    this.#begun = true;
    for (const response of this.#open) if (!response.headersSent) response.shouldKeepAlive = false;
    if (drainSeconds > 0) await pause(drainSeconds * 1000);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    // A connection whose answer has just gone out counts as idle a moment later, and would be kept for the next request.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepPauseMs);
    const limit = setTimeout(() => server.closeAllConnections(), finishLimitMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(limit);
  }
}
