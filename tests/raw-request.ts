/** Sends requests to the built site as raw bytes, because `fetch` would correct them first. */
import { connect } from 'node:net';
import { inject } from 'vitest';

/**
 * @param enough called with the answer so far; true ends the connection, even if the request is incomplete.
 * @returns all bytes that arrive, none when the connection broke.
 */
export function rawAnswer(request: string, enough: (bytes: Buffer) => boolean = () => false): Promise<Buffer> {
  const { hostname, port } = new URL(inject('siteUrl'));
  return new Promise((resolve) => {
    let answer = Buffer.alloc(0);
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk]);
      if (enough(answer)) socket.end();
    });
    socket.on('error', () => resolve(Buffer.alloc(0)));
    socket.on('close', () => resolve(answer));
    socket.setTimeout(10_000, () => socket.destroy());
  });
}

/** Reads the status of an answer; 0 without an answer. */
export async function rawStatus(request: string): Promise<number> {
  const answer = await rawAnswer(request, () => true);
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.toString('latin1'))?.[1] ?? 0);
}
