/** Generates raw HTTP by a grammar in which every rule may be violated: request lines, headers, lengths, chunks, pieces. */
import type { Input } from '../input.ts';
import type { Random } from '../random.ts';

const methods = [
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'OPTIONS',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'CONNECT',
  'get',
  'PRI',
  'M-SEARCH',
  'G\u0000T',
  'GET\t',
  ' GET',
  '',
];
const versions = [
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/1.11',
  'http/1.1',
  'HTTP/1.',
  'ICY',
  '',
];
const ends = ['\r\n', '\r\n', '\r\n', '\n', '\r', '\n\r', '\r\r\n'];

function target(random: Random): string {
  return random
    .pick([
      '/',
      '/forex',
      '*',
      'http://localhost/forex',
      'http://evil.example/',
      'https://[::1',
      'evil.example:443',
      '//evil.example/forex',
      '/\\evil.example/',
      `/${random.text()}`,
      `/forex?${random.text()}`,
      `/${random.word()}/../${random.word()}`,
      `/${'a/'.repeat(random.length() % 600)}`,
      `/es/${'%61'.repeat(random.between(1, 300))}`,
      `/#${random.word()}`,
      random.text(),
      `/search?q=${encodeURIComponent(random.word())}`,
      '/api/content/webhook',
    ])
    .replaceAll(/[\r\n]/g, random.chance(0.8) ? '' : '\r\n');
}

function header(random: Random, host: string): string {
  const value = random.text().replaceAll(/[\r\n]+/g, random.chance(0.9) ? ' ' : '\r\n');
  return random.pick([
    `Host: ${host}`,
    `Host: ${value}`,
    'Host:',
    `host : ${host}`,
    `${value}: ${value}`,
    `X-${random.word()}: ${value}`,
    `X-${random.word()}: ${'x'.repeat(random.pick([100, 4000, 9000, 20_000]))}`,
    `X-Folded: a\r\n b\r\n\t${value}`,
    ' X-Leading: a',
    'X-No-Colon',
    ': no name',
    `Content-Length: ${random.pick(['0', '5', '-1', '+5', '5, 5', '5,6', '0x5', '5 ', '99999999999999999999', 'five', ''])}`,
    `Transfer-Encoding: ${random.pick(['chunked', 'Chunked', 'chunked, identity', 'identity', 'gzip, chunked', ' chunked', 'chunked ', '\u000bchunked', 'xchunked', 'chunked\u0000'])}`,
    `Transfer-Encoding : chunked`,
    `Connection: ${random.pick(['keep-alive', 'close', 'upgrade', 'close, keep-alive', 'content-length', 'host'])}`,
    `Upgrade: ${random.pick(['websocket', 'h2c', value])}`,
    'HTTP2-Settings: AAMAAABkAAQAAP__',
    `Expect: ${random.pick(['100-continue', '200-ok', value])}`,
    `Range: bytes=${random.pick(['0-0', '0-', '-1', '5-1', '0-0,1-1,2-2', value])}`,
    `If-None-Match: ${value}`,
    `If-Modified-Since: ${value}`,
    `Accept-Encoding: ${random.pick(['br', 'gzip;q=0', 'identity;q=0', '*;q=0', 'br;q=1e999', value])}`,
    `Accept: ${value}`,
    `User-Agent: ${value}`,
    `Referer: ${value}`,
    `Origin: ${value}`,
    `Cookie: ${value}`,
    `Trailer: X-Attack`,
    `Content-Type: ${value}`,
    `Authorization: ${random.pick(['Basic ', 'Bearer '])}${value}`,
  ]);
}

function chunks(random: Random): string {
  return (
    Array.from({ length: random.below(5) }, () =>
      random.pick([
        '5\r\nhello\r\n',
        '5;a=b\r\nhello\r\n',
        'g\r\nhello\r\n',
        '-5\r\nhello\r\n',
        '5\nhello\n',
        '00000000000000005\r\nhello\r\n',
        'ffffffffffffffff\r\nhello\r\n',
        `5;${'x'.repeat(random.length())}\r\nhello\r\n`,
        '5\r\nhelloGET / HTTP/1.1\r\n',
      ]),
    ).join('') + random.pick(['0\r\n\r\n', '0\r\nX-Attack: 1\r\n\r\n', '0\r\n', ''])
  );
}

/** A request with two contradicting lengths around a second request: the site may accept only one of the readings. */
function smuggled(random: Random, host: string): Buffer {
  const inner = `GET /smuggled-${random.word()} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  const lines = random.pick([
    [`Content-Length: ${inner.length + 5}`, 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked', `Content-Length: ${inner.length + 5}`],
    ['Content-Length: 0', `Content-Length: ${inner.length}`],
    ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    ['Transfer-Encoding : chunked', 'Content-Length: 5'],
    [`Content-Length: 0, ${inner.length}`],
    ['Transfer-Encoding: xchunked', `Content-Length: 5`],
    ['Content-Length: 5\r\n Transfer-Encoding: chunked'],
  ]);
  return Buffer.from(
    `POST /contact HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\n${lines.join('\r\n')}\r\n\r\n0\r\n\r\n${inner}`,
    'latin1',
  );
}

function pipelined(random: Random, host: string): { bytes: Buffer; count: number } {
  const count = random.between(2, 30);
  const one = () =>
    `${random.pick(['GET', 'HEAD'])} ${random.pick(['/', '/forex', '/es', `/${random.word()}`, '/robots.txt'])} HTTP/1.1\r\nHost: ${host}\r\n`;
  return {
    bytes: Buffer.from(
      Array.from(
        { length: count },
        (_, index) => `${one()}${index === count - 1 ? 'Connection: close\r\n' : ''}\r\n`,
      ).join(''),
    ),
    count,
  };
}

/** @param host the site's own host and port. */
export function rawHttp(random: Random, host: string): Input {
  const about = { kind: 'raw HTTP' as const, seed: random.seed };
  if (random.chance(0.12)) {
    const { bytes, count } = pipelined(random, host);
    return { ...about, pieces: [bytes], mostAnswers: count, complete: true };
  }
  // However the site handles the outer request, it must not answer the inner bytes as a further one.
  if (random.chance(0.12)) return { ...about, pieces: [smuggled(random, host)], mostAnswers: 2, complete: false };
  if (random.chance(0.05))
    return { ...about, pieces: [random.bytes(random.between(1, 3000))], mostAnswers: 1, complete: false };
  const end = random.pick(ends);
  const hosts = random.pick([
    [`Host: ${host}`],
    [`Host: ${host}`],
    [`Host: ${host}`],
    [],
    [`Host: ${host}`, 'Host: evil.example'],
    ['Host: evil.example'],
    [`Host: ${host}`, `Host: ${host}`],
  ]);
  const lines = [
    `${random.pick(methods)} ${target(random)} ${random.pick(versions)}`,
    ...hosts,
    ...random.some([0, 0, 0, 0], 6).map(() => header(random, host)),
  ];
  const body = random.chance(0.3) ? chunks(random) : random.chance(0.2) ? random.text() : '';
  const bytes = Buffer.from(`${lines.join(end)}${end}${random.chance(0.9) ? end : ''}${body}`, 'latin1');
  // Imitates slow senders: a request in up to eight pieces.
  const cuts = random.chance(0.15)
    ? Array.from({ length: random.between(1, 7) }, () => random.below(bytes.length)).sort((a, b) => a - b)
    : [];
  const pieces = [...cuts, bytes.length]
    .map((cut, index) => bytes.subarray(cuts[index - 1] ?? 0, cut))
    .filter((piece) => piece.length > 0);
  // A body, or a line break in a target or a value, may legitimately start a further request.
  return { ...about, pieces, mostAnswers: 8, complete: false };
}
