/** Has a ClamAV daemon scan a file by its INSTREAM command, so that the daemon needs no access to our files. */
import { type Socket, connect } from 'node:net';

/** Shorter than the outbox's lease, so that no second worker claims a message while its file is scanned. */
const timeoutMs = 10_000;
const chunkBytes = 64 * 1024;

/** Parses the address of the daemon. @returns the options for `connect`; null when the text is neither `tcp://host:port` nor a path. */
export function parseClamavUrl(text: string): { host: string; port: number } | { path: string } | null {
  const path = /^(?:unix:)?(\/\S+)$/.exec(text)?.[1];
  if (path) return { path };
  const [, host, port] = /^tcp:\/\/([^\s/:]+|\[[\da-f:]+\]):(\d{1,5})$/i.exec(text) ?? [];
  return host && port ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port) } : null;
}

function encodeLength(bytes: number): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(bytes);
  return prefix;
}

function send(socket: Socket, file: Buffer): void {
  socket.write('zINSTREAM\0');
  for (let start = 0; start < file.length; start += chunkBytes) {
    const chunk = file.subarray(start, start + chunkBytes);
    socket.write(encodeLength(chunk.length));
    socket.write(chunk);
  }
  socket.write(encodeLength(0));
}

/** Scans a file. @returns the name of the virus, or null. @throws when the daemon does not answer, or answers without a verdict. */
export function scanFile(
  address: { host: string; port: number } | { path: string },
  file: Buffer,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    let answer = '';
    const timer = setTimeout(() => socket.destroy(new Error('it does not answer')), timeoutMs);
    socket.on('connect', () => send(socket, file));
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', (error) => reject(new Error(`The virus scanner is unavailable: ${error.message}.`)));
    socket.on('close', () => {
      clearTimeout(timer);
      const verdict = /^stream: (?:(OK)|(.+) FOUND)\0?$/.exec(answer.trim());
      if (verdict) resolve(verdict[2] ?? null);
      else
        reject(
          new Error(`The virus scanner gave no verdict: ${answer.replaceAll('\0', '').slice(0, 100) || 'nothing'}.`),
        );
    });
  });
}
