/** Sends requests as raw bytes, over loopback only, and parses answers as far as possible. An HTTP client would repair both. */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface Answer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

export interface Exchange {
  answers: Answer[];
  /** The site closed the connection; false when the timeout did. */
  isClosed: boolean;
  /** Nothing listens on the port. */
  isRefused: boolean;
  /** The connection broke without an orderly end. */
  isReset: boolean;
}

function parseChunks(bytes: Buffer): { body: Buffer; end: number } {
  const parts: Buffer[] = [];
  let position = 0;
  for (;;) {
    const line = bytes.indexOf('\r\n', position);
    const size = line < 0 ? Number.NaN : Number.parseInt(bytes.toString('latin1', position, line), 16);
    if (!Number.isFinite(size)) return { body: Buffer.concat(parts), end: bytes.length };
    if (size === 0) return { body: Buffer.concat(parts), end: Math.min(bytes.length, line + 4) };
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    position = line + 2 + size + 2;
  }
}

/** Parses all answers in a stream. An answer to HEAD has a length but no body: the next answer, or nothing, follows directly. */
export function parseAnswers(stream: Buffer): Answer[] {
  const answers: Answer[] = [];
  let rest = stream;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(rest.toString('latin1', 0, 16))?.[1]);
    if (end < 0 || !status) return answers;
    const [, ...lines] = rest.toString('latin1', 0, end).split('\r\n');
    const headers = new Map<string, string>();
    for (const line of lines) {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).toLowerCase();
      headers.set(name, [headers.get(name), line.slice(colon + 1).trim()].filter(Boolean).join('\n'));
    }
    rest = rest.subarray(end + 4);
    const hasNoBody =
      status < 200 ||
      status === 204 ||
      status === 304 ||
      rest.length === 0 ||
      rest.toString('latin1', 0, 9) === 'HTTP/1.1 ';
    let body: Buffer = Buffer.alloc(0);
    if (!hasNoBody && headers.get('transfer-encoding') === 'chunked') {
      const read = parseChunks(rest);
      body = read.body;
      rest = rest.subarray(read.end);
    } else if (!hasNoBody) {
      const length = Math.min(rest.length, Number(headers.get('content-length') ?? rest.length));
      body = rest.subarray(0, length);
      rest = rest.subarray(length);
    }
    answers.push({ status, headers, body: body.toString('utf8') });
  }
}

const betweenPiecesMs = 5;

export interface Sending {
  port: number;
  /** The sender's address in 127.0.0.0/8, so that limits by address count each sender separately. */
  from: string;
  pieces: readonly Buffer[];
  /** Timeout: milliseconds without a byte in either direction. */
  patience: number;
}

/** Sends the pieces and collects answers until the site closes the connection or the timeout expires. Never rejects. */
export function exchange({ port, from, pieces, patience }: Sending): Promise<Exchange> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const state = { isClosed: false, isRefused: false, isReset: false };
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    socket.setNoDelay(true);
    socket.setTimeout(patience, () => socket.destroy());
    const send = async () => {
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) await wait(betweenPiecesMs);
        if (!socket.writable) return;
        socket.write(piece);
      }
    };
    socket.on('connect', () => void send());
    socket.on('data', (chunk) => void chunks.push(chunk));
    socket.on('end', () => {
      state.isClosed = true;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      state.isRefused = error.code === 'ECONNREFUSED';
      state.isReset = !state.isRefused;
      state.isClosed = true;
    });
    socket.on('close', () => resolve({ answers: parseAnswers(Buffer.concat(chunks)), ...state }));
  });
}

interface GetOptions {
  from?: string;
  patience?: number;
  /** Further header lines, each with its CRLF. */
  lines?: string;
}

/** Requests a page as an ordinary visitor does. */
export async function get(
  { port }: { port: number },
  path: string,
  { from = '127.0.77.1', patience = 30_000, lines = '' }: GetOptions = {},
): Promise<{ answer: Answer | undefined; isRefused: boolean; isReset: boolean }> {
  const head = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: identity\r\nAccept-Language: en\r\n`;
  const pieces = [Buffer.from(`${head}${lines}Connection: close\r\n\r\n`)];
  const { answers, isRefused, isReset } = await exchange({ port, from, pieces, patience });
  return { answer: answers[0], isRefused, isReset };
}
