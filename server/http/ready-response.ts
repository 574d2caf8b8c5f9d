/**
 * A response that is assembled once and written many times: status line and headers as a string, and a small body as a part of it.
 *
 * `writeHead` checks every character of every header, and a Buffer for a small body goes to the kernel as a second piece: together a
 * fifth of what a cached page costs (docs/decisions/0009-ready-responses.md). A string is copied, which costs more from some size on. Node has no public way to skip the check, so this
 * calls `_storeHeader`, as `writeHead` itself does at its end. Node still adds Date, Connection and Keep-Alive.
 */
import { type IncomingMessage, STATUS_CODES, ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';

export interface ReadyAnswer {
  status: number;
  /** Status line and header lines, without `content-length`. */
  head: string;
  /** Name and value of `content-length`. */
  length: string[];
  /** A small body's bytes as latin1, one per character; the bytes themselves of another. */
  body: string | Buffer;
}

/** Bytes. Beyond 16 KB Node copies a string twice; below 8 KB it is the faster one. */
const longestString = 10_000;

/** @param headers names and values in turn. @throws for an invalid name or value, as `writeHead` would. */
export function readyAnswer(status: number, headers: readonly string[], bytes: Buffer): ReadyAnswer {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = [headers[index], headers[index + 1]];
    validateHeaderName(name);
    validateHeaderValue(name, value);
    if (name.toLowerCase() !== 'content-length') head += `${name}: ${value}\r\n`;
  }
  return {
    status,
    head,
    length: ['content-length', String(bytes.length)],
    body: bytes.length > longestString ? bytes : bytes.toString('latin1'),
  };
}

interface HeaderStore {
  _storeHeader: (firstLine: string, headers: string[]) => void;
}

export class ReadyResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Sends the whole response; to HEAD without the body. */
  endReady({ status, head, length, body }: ReadyAnswer): void {
    this.statusCode = status;
    (this as unknown as HeaderStore)._storeHeader(head, length);
    if (this.req.method === 'HEAD') this.end();
    else if (typeof body === 'string') this.end(body, 'latin1');
    else this.end(body);
  }
}
