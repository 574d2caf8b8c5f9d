/** Limits what one client may hold of what all need: connections, and requests that wait on them. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { toNetwork } from '../http/visit.ts';

/** Requests of an address that wait for the answer before them, some 3 KB each. Browsers and proxies send the next one after the answer. */
const mostWaiting = 2000;

interface Address {
  sockets: Set<Socket>;
  waiting: number;
}

interface Connection {
  address: Address;
  waiting: number;
}

/** Node's own mark on a connection with an open response. */
const isAnswering = (socket: Socket) => Boolean((socket as unknown as { _httpMessage: unknown })._httpMessage);

export class OpenConnections {
  readonly #most: number;
  readonly #mostOfOne: number;
  /** In the order in which they were opened. */
  readonly #open = new Map<Socket, Connection>();
  readonly #addresses = new Map<string, Address>();

  /** @param most of all addresses together. @param mostOfOne of one address. */
  constructor(most: number, mostOfOne: number) {
    this.#most = most;
    this.#mostOfOne = mostOfOne;
  }

  /** Counts a new connection. Beyond a limit, the oldest one that waits for no answer is closed: it may be the new one. */
  add(socket: Socket): void {
    const name = toNetwork(socket.remoteAddress ?? '');
    const address = this.#addresses.get(name) ?? { sockets: new Set(), waiting: 0 };
    this.#addresses.set(name, address);
    address.sockets.add(socket);
    this.#open.set(socket, { address, waiting: 0 });
    socket.once('close', () => {
      this.#forget(socket);
      if (address.sockets.size === 0) this.#addresses.delete(name);
    });
    if (address.sockets.size > this.#mostOfOne) this.#closeOldest(address.sockets);
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
    const connection = this.#open.get(socket);
    if (!connection) return;
    connection.address.waiting -= connection.waiting;
    connection.address.sockets.delete(socket);
    this.#open.delete(socket);
  }

  /** Begins the answer once it is the first open one of its connection: a client may send requests without waiting (pipelining), but nothing is done ahead. */
  whenFirst(socket: Socket, response: ServerResponse, begin: () => void): void {
    const connection = this.#open.get(socket);
    if (!connection || connection.address.waiting >= mostWaiting) return void socket.destroy();
    const { address } = connection;
    connection.waiting += 1;
    address.waiting += 1;
    response.once('socket', () => {
      connection.waiting -= 1;
      address.waiting -= 1;
      begin();
    });
  }
}
