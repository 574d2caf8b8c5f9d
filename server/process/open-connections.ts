/** Limits what one client may hold of what all need: connections, and requests that wait on them. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { toNetwork } from '../http/visit.ts';

/** Open answers of a connection: one under way, and those that a client requested without waiting for it (pipelining). */
const mostAnswers = 16;
/** Requests beyond that which a client may send before it notices that the connection ends. With more, it ends at once. */
const mostIgnored = 48;

interface Connection {
  /** All sockets of the address, the oldest first. */
  ofAddress: Set<Socket>;
  /** Responses that wait for the one before. */
  waiting: ServerResponse[];
  ignored: number;
}

/** Node's own mark on a connection with an open response. */
const isAnswering = (socket: Socket) => Boolean((socket as unknown as { _httpMessage: unknown })._httpMessage);

export class OpenConnections {
  readonly #most: number;
  readonly #mostOfOne: number;
  /** In the order in which they were opened. */
  readonly #open = new Map<Socket, Connection>();
  readonly #addresses = new Map<string, Set<Socket>>();

  /** @param most of all addresses together. @param mostOfOne of one address. */
  constructor(most: number, mostOfOne: number) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
  }

  /** Counts a new connection. Beyond a limit, the oldest one that waits for no answer is closed: it may be the new one. */
  add(socket: Socket): void {
    const name = toNetwork(socket.remoteAddress ?? '');
    const ofAddress = this.#addresses.get(name) ?? new Set();
    this.#addresses.set(name, ofAddress.add(socket));
    this.#open.set(socket, { ofAddress, waiting: [], ignored: 0 });
    socket.once('close', () => {
      this.#forget(socket);
      if (ofAddress.size === 0 && this.#addresses.get(name) === ofAddress) this.#addresses.delete(name);
    });
    if (ofAddress.size > this.#mostOfOne) this.#closeOldest(ofAddress);
    if (this.#open.size > this.#most) this.#closeOldest(this.#open.keys());
  }

  #closeOldest(sockets: Iterable<Socket>): void {
    for (const socket of sockets) {
      if (isAnswering(socket)) continue;
      this.#forget(socket);
      socket.destroy();
      return;
    }
  }

  #forget(socket: Socket): void {
    this.#open.get(socket)?.ofAddress.delete(socket);
    this.#open.delete(socket);
  }

  /** Begins the answer once it is the first open one of its connection: nothing is done ahead. With too many, the last one closes the connection. */
  whenFirst(socket: Socket, response: ServerResponse, begin: () => void): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    const last = connection.waiting.at(-1);
    if (connection.ignored > 0 || connection.waiting.length >= mostAnswers - 1) {
      connection.ignored += 1;
      if (last) last.shouldKeepAlive = false;
      if (connection.ignored > mostIgnored) socket.destroy();
      return;
    }
    connection.waiting.push(response);
    response.once('socket', () => {
      connection.waiting.shift();
      begin();
    });
  }
}
