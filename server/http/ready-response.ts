/**
 * Assembles a response once and writes it many times. The body is a string in which each character is one byte: Node then joins it with the head,
 * and both go to the kernel as one piece (docs/decisions/0009-ready-responses.md).
 */
import type { ServerResponse } from 'node:http';

export class ReadyResponse {
  readonly #headers: string[];
  readonly #body: string;

  /** @param headers names and values in turn. */
  constructor(headers: string[], body: Buffer) {
    this.#headers = headers;
    this.#body = body.toString('latin1');
  }

  /** Sends the whole response with status 200; to HEAD without the body. */
  send(response: ServerResponse): void {
    response.writeHead(200, this.#headers);
    if (response.req.method === 'HEAD') response.end();
    else response.end(this.#body, 'latin1');
  }
}
