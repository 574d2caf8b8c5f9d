/** A TCP relay with the delay of another region, which forwards nothing while the link is cut. */
import { type Server, type Socket, connect, createServer } from 'node:net';
import { freePort } from '../services/free-port.ts';

const doNothing = () => undefined;

export interface SlowLink {
  port: number;
  /** Bytes and new connections wait, without an error, until the link is mended. */
  cut: () => void;
  mend: () => void;
  /** Tells that the target does not listen: then connections are refused, as by a host whose program has ended. */
  refuse: () => void;
  listen: () => Promise<void>;
  stop: () => void;
}

/** @param target port on 127.0.0.1. @param delayMs each way; a new connection costs a round trip more. */
export async function startSlowLink(target: number, delayMs: number): Promise<SlowLink> {
  const port = await freePort();
  const open = new Set<Socket>();
  let gate = Promise.resolve();
  let openGate: () => void = doNothing;
  let server: Server | null = null;

  /** Chunks stay in order, because equal delays end in order, and so do waits for the same gate. */
  function later(notBefore: number, action: () => void): void {
    setTimeout(() => void gate.then(action), Math.max(0, notBefore - performance.now()) + delayMs);
  }

  function carry(from: Socket, to: Socket, readyAt: number): void {
    from.on('data', (chunk: Buffer) => later(readyAt, () => void to.write(chunk)));
    from.on('end', () => later(readyAt, () => void to.end()));
    from.on('error', () => undefined);
    from.on('close', () => {
      open.delete(from);
      later(readyAt, () => to.destroySoon());
    });
  }

  async function listen(): Promise<void> {
    if (server) return;
    const started = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
      const localOptions = near.remoteAddress ? { localAddress: near.remoteAddress } : {};
      const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true, ...localOptions });
      const readyAt = performance.now() + 2 * delayMs;
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(from);
        carry(from, to, from === near ? readyAt : 0);
      }
    });
    server = started;
    await new Promise<void>((resolve) => started.listen(port, '127.0.0.1', resolve));
  }

  function refuse(): void {
    server?.close();
    server = null;
    for (const socket of open) socket.destroy();
  }

  await listen();
  return {
    port,
    cut() {
      gate = new Promise((resolve) => {
        openGate = resolve;
      });
    },
    mend: () => openGate(),
    refuse,
    listen,
    stop() {
      openGate();
      refuse();
    },
  };
}
