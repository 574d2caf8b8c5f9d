/**
 * Assembles a response once and writes it many times: head and body are one piece of memory, in which only the date changes
 * (docs/decisions/0009-ready-responses.md). Node has no public way to send it: this class stores the head that Node created for the first such
 * response, and tells Node for later ones that the head was sent already.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';

export class ReadyAnswer {
  readonly headers: string[];
  readonly body: Buffer;
  /** Null until the first response on a connection that stays open. */
  #whole: { bytes: Buffer; dateAt: number; date: string } | null = null;

  /** @param headers names and values in turn. */
  constructor(headers: string[], body: Buffer) {
    this.headers = headers;
    this.body = body;
  }

  /** Stores the response. @param head as Node created it for a connection that stays open. */
  keep(head: string): void {
    // Node adds its lines after ours, so the last "Date: " is Node's.
    const dateAt = head.lastIndexOf('\r\nDate: ') + '\r\nDate: '.length;
    const bytes = Buffer.allocUnsafeSlow(head.length + this.body.length);
    bytes.write(head, 'latin1');
    this.body.copy(bytes, head.length);
    this.#whole = { bytes, dateAt, date: head.slice(dateAt, head.indexOf('\r\n', dateAt)) };
  }

  /** Returns head and body with the current date; null before the first response. Bytes that still wait for a slow client then contain the later date. */
  bytes(): Buffer | null {
    const whole = this.#whole;
    if (!whole) return null;
    const date = formatCurrentDate();
    if (whole.date !== date) {
      // Every date has the same length.
      whole.bytes.write(date, whole.dateAt, 'latin1');
      whole.date = date;
    }
    return whole.bytes;
  }
}

let date = '';
let dateUntil = 0;

/** Formats the current date for HTTP, once a second. */
function formatCurrentDate(): string {
  const now = Date.now();
  if (now >= dateUntil || now < dateUntil - 1000) {
    date = new Date(now).toUTCString();
    dateUntil = now - (now % 1000) + 1000;
  }
  return date;
}

interface Internals {
  _header: string | null;
  _headerSent: boolean;
}

export class ReadyResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Sends the whole response with status 200; to HEAD without the body. */
  endReady(ready: ReadyAnswer): void {
    const internals = this as unknown as Internals;
    // Otherwise Node closes the connection after the response, and the head must say so.
    const staysOpen = this.shouldKeepAlive && this.req.method === 'GET';
    const bytes = staysOpen ? ready.bytes() : null;
    if (bytes) {
      internals._header = 'sent';
      internals._headerSent = true;
      this.end(bytes);
      return;
    }
    this.writeHead(200, ready.headers);
    if (staysOpen) ready.keep(internals._header ?? '');
    this.end(this.req.method === 'HEAD' ? undefined : ready.body);
  }
}
