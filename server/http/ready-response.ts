/**
 * A response that is assembled once and written many times: status line, headers and body as one piece of memory, in which only the date
 * changes (docs/decisions/0009-ready-responses.md).
 *
 * `writeHead` checks every character of every header, a head and a body go to the kernel as two pieces, and the head is a string that is copied
 * each time. Node has no public way around them, so this calls `_storeHeader`, as `writeHead` does at its end, keeps the head that Node
 * made of it (Date, Connection, Keep-Alive), and from then on says that it is sent.
 */
import { type IncomingMessage, STATUS_CODES, ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';

export interface ReadyAnswer {
  status: number;
  /** Status line and header lines, without `content-length`. */
  head: string;
  /** Name and value of `content-length`. */
  length: string[];
  body: Buffer;
  /** Null until the first response on a connection that stays. */
  whole: Whole | null;
}

interface Whole {
  /** The head that Node made, and the body. */
  bytes: Buffer;
  dateAt: number;
  /** The date in `bytes`. */
  date: string;
}

const dateName = 'Date: ';

/** @param headers names and values in turn. @throws for an invalid name or value, as `writeHead` would. */
export function readyAnswer(status: number, headers: readonly string[], body: Buffer): ReadyAnswer {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = [headers[index], headers[index + 1]];
    validateHeaderName(name);
    validateHeaderValue(name, value);
    if (name.toLowerCase() !== 'content-length') head += `${name}: ${value}\r\n`;
  }
  return { status, head, length: ['content-length', String(body.length)], body, whole: null };
}

let date = '';
let dateUntil = 0;

/** As HTTP writes it; the same string within a second. */
function dateNow(): string {
  const now = Date.now();
  if (now >= dateUntil || now < dateUntil - 1000) {
    date = new Date(now).toUTCString();
    dateUntil = now - (now % 1000) + 1000;
  }
  return date;
}

/** @param head as Node made it. @returns null when it has no date. */
function wholeOf(head: string, ownHead: string, body: Buffer): Whole | null {
  // Node adds its lines after ours, so a header of ours that says "Date: " is not taken for it.
  const at = head.indexOf(`\r\n${dateName}`, ownHead.length - 2);
  if (at < 0) return null;
  const dateAt = at + 2 + dateName.length;
  const bytes = Buffer.allocUnsafeSlow(head.length + body.length);
  bytes.write(head, 'latin1');
  body.copy(bytes, head.length);
  return { bytes, dateAt, date: head.slice(dateAt, head.indexOf('\r\n', dateAt)) };
}

/**
 * Writes the date into the bytes. Some of them may still wait for a slow client; it gets the later date then. Every date has the same length.
 */
function inTime(whole: Whole): Buffer {
  const now = dateNow();
  if (whole.date !== now) {
    whole.bytes.write(now, whole.dateAt, 'latin1');
    whole.date = now;
  }
  return whole.bytes;
}

interface Internals {
  _storeHeader: (firstLine: string, headers: string[]) => void;
  _header: string | null;
  _headerSent: boolean;
}

export class ReadyResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Sends the whole response; to HEAD without the body. */
  endReady(ready: ReadyAnswer): void {
    const internals = this as unknown as Internals;
    this.statusCode = ready.status;
    // Otherwise Node closes the connection after it, and says so in the head.
    const stays = this.shouldKeepAlive && this.req.method === 'GET';
    if (stays && ready.whole) {
      internals._header = ready.head;
      internals._headerSent = true;
      this.#endWhole(inTime(ready.whole));
      return;
    }
    internals._storeHeader(ready.head, ready.length);
    if (stays) ready.whole = wholeOf(internals._header ?? '', ready.head, ready.body);
    if (this.req.method === 'HEAD') this.end();
    else this.end(ready.body);
  }

  /** Straight to the socket: `end` with bytes corks it, and makes a list of one. */
  #endWhole(bytes: Buffer): void {
    const { socket } = this;
    // Without a socket an earlier response on this connection is still being sent.
    if (!socket) this.end(bytes);
    else {
      socket.write(bytes);
      // To a slow client the response ends when its bytes are gone, as with `end`; with an error the socket closes it.
      if (socket.writableLength > 0) socket.write('', (error) => (error ? undefined : this.end()));
      else this.end();
    }
  }
}
