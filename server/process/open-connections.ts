/** Limits the connections of one client, and the requests that wait on each connection, because all clients share them. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { toNetwork } from '../http/visit.ts';

/** Open answers of a connection: the current one, and those that a client requested before it arrived (pipelining). */
const maxAnswers = 16;
/** A client may send this many further requests before it notices that the connection ends. After more, the connection is destroyed. */
const maxIgnored = 48;

interface Connection {
  /** All sockets of the address, the oldest first. */
  socketsOfAddress: Set<Socket>;
  /** The response that the site sends now; null between two. */
  current: ServerResponse | null;
  /** Responses that wait for the one before. */
  waiting: ServerResponse[];
  ignored: number;
}

export class OpenConnections {
  readonly #max: number;
  readonly #maxOfAddress: number;
  /** All connections, in the order in which they were opened. */
  readonly #connections = new Map<Socket, Connection>();
  readonly #addresses = new Map<string, Set<Socket>>();

  /** @param max limit for all addresses together. @param maxOfAddress limit for one address. */
  constructor(max: number, maxOfAddress: number) {
    this.#max = max;
    this.#maxOfAddress = maxOfAddress;
  }

  /**
   * Counts a new connection. Beyond a limit, it closes the oldest connection whose client the site does not answer just now, which may be the new one:
   * it is idle, or the body of its request has not arrived.
   */
  add(socket: Socket): void {
    const network = toNetwork(socket.remoteAddress ?? '');
    const socketsOfAddress = this.#addresses.get(network) ?? new Set();
    this.#addresses.set(network, socketsOfAddress.add(socket));
    this.#connections.set(socket, { socketsOfAddress, current: null, waiting: [], ignored: 0 });
    socket.once('close', () => {
      this.#forget(socket);
      if (socketsOfAddress.size === 0 && this.#addresses.get(network) === socketsOfAddress)
        this.#addresses.delete(network);
    });
    if (socketsOfAddress.size > this.#maxOfAddress) this.#closeOldest(socketsOfAddress);
    if (this.#connections.size > this.#max) this.#closeOldest(this.#connections.keys());
  }

  #closeOldest(sockets: Iterable<Socket>): void {
    for (const socket of sockets) {
      if (this.#connections.get(socket)?.current?.req.complete) continue;
      this.#forget(socket);
      socket.destroy();
      return;
    }
  }

  #forget(socket: Socket): void {
    this.#connections.get(socket)?.socketsOfAddress.delete(socket);
    this.#connections.delete(socket);
  }

  /** Records the answer that is sent next on a connection, until it has ended. */
  setCurrent(socket: Socket, response: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    connection.current = response;
    response.once('close', () => {
      if (connection.current === response) connection.current = null;
    });
  }

  /** Begins an answer when all earlier ones of its connection are done. When too many wait, the connection closes after the last accepted one. */
  beginInOrder(socket: Socket, response: ServerResponse, begin: () => void): void {
    const connection = this.#connections.get(socket);
    if (!connection) return;
    const last = connection.waiting.at(-1);
    if (connection.ignored > 0 || connection.waiting.length >= maxAnswers - 1) {
      connection.ignored += 1;
      if (last) last.shouldKeepAlive = false;
      if (connection.ignored > maxIgnored) socket.destroy();
      return;
    }
    connection.waiting.push(response);
    response.once('socket', () => {
      connection.waiting.shift();
      this.setCurrent(socket, response);
      begin();
    });
  }
}
