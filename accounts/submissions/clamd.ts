/** Has a ClamAV daemon scan a file by its INSTREAM command, so that the daemon needs no access to our files. */
import { type Socket, connect } from 'node:net';

/** Shorter than the outbox's lease, so that no second worker claims a message while its file is scanned. */
const timeoutMs = 10_000;
const chunkBytes = 64 * 1024;

/** @returns the options for `connect`; null when the text is neither `tcp://host:port` nor a path. */
export function parseClamavUrl(text: string): { host: string; port: number } | { path: string } | null {
  const path = /^(?:unix:)?(\/\S+)$/.exec(text)?.[1];
  if (path) return { path };
  const [, host, port] = /^tcp:\/\/([^\s/:]+|\[[\da-f:]+\]):(\d{1,5})$/i.exec(text) ?? [];
  return host && port ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port) } : null;
}

function length(bytes: number): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(bytes);
  return prefix;
}

function send(socket: Socket, file: Buffer): void {
  socket.write('zINSTREAM\0');
  for (let at = 0; at < file.length; at += chunkBytes) {
    const chunk = file.subarray(at, at + chunkBytes);
    socket.write(length(chunk.length));
    socket.write(chunk);
  }
  socket.write(length(0));
}

/** @returns the name of the virus, or null. @throws when the daemon does not answer, or answers without a verdict. */
export function scanFile(
  place: { host: string; port: number } | { path: string },
  file: Buffer,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(place);
    let answer = '';
    const late = setTimeout(() => socket.destroy(new Error('it does not answer')), timeoutMs);
    socket.on('connect', () => send(socket, file));
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', (error) => reject(new Error(`The virus scanner is unavailable: ${error.message}.`)));
    socket.on('close', () => {
      clearTimeout(late);
      const verdict = /^stream: (?:(OK)|(.+) FOUND)\0?$/.exec(answer.trim());
      if (verdict) resolve(verdict[2] ?? null);
      else
        reject(
          new Error(`The virus scanner gave no verdict: ${answer.replaceAll('\0', '').slice(0, 100) || 'nothing'}.`),
        );
    });
  });
}
