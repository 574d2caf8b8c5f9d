/**
 * Shuts the HTTP server down without lost requests. While it drains, it still accepts connections and answers everything, but each
 * response closes its connection, so that clients with keep-alive move to another instance. Then the listener closes, open responses finish, and
 * only those that take too long are cut.
 */
import type { Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** Time for open responses once the listener is closed; after it they are cut. */
const finishLimitMs = 10_000;
const sweepPauseMs = 50;
/** Turns of the event loop before the listener closes. In each, Node accepts one of the connections that wait in the system's queue. */
const acceptingTurns = 200;

export class ServerEnd {
  /** Open responses, except those from the page cache, which are written immediately. */
  readonly #open = new Set<ServerResponse>();
  #isEnding = false;

  /** Tracks every response, before its head is written. */
  track(response: ServerResponse): void {
    if (this.#isEnding) response.shouldKeepAlive = false;
  }

  /** Tracks a response that takes a while: shutdown may begin before its head is written. */
  trackOpen(response: ServerResponse): void {
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
  }

  /**
   * Ends the server, and resolves when no connection is left.
   * @param drainSeconds how long the server still accepts new connections. 0 where nothing watches `/readyz`.
   */
  async run(server: Server, drainSeconds: number): Promise<void> {
    this.#isEnding = true;
    for (const response of this.#open) if (!response.headersSent) response.shouldKeepAlive = false;
    if (drainSeconds > 0) await pause(drainSeconds * 1000);
    // Closing the listener resets the connections that wait in its queue, and a form that was sent on one of them is lost. Between the last turn and
    // the closing remain some 50 µs; the system has no call that refuses new connections and keeps the waiting ones (docs/running.md#shutdown).
    for (let turn = 0; turn < acceptingTurns; turn += 1) await nextTurn();
    const closing = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    // A connection counts as idle only a moment after its response was sent, and would then stay open for a next request.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepPauseMs);
    const limit = setTimeout(() => server.closeAllConnections(), finishLimitMs);
    await closing;
    clearInterval(sweep);
    clearTimeout(limit);
  }
}
