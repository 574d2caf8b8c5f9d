/** Generates raw HTTP by a grammar in which every rule may be violated: request lines, headers, lengths, chunks, pieces. */
import * as fc from 'fast-check';
import type { Input } from './input.ts';
import hostileStrings from './hostile-strings.json' with { type: 'json' };
import { oneWord, bytes, chance, encodedText, lengths, lineText, mostly, text, weighted, word } from './text.ts';

const methods = oneWord(
  'GET GET GET HEAD POST OPTIONS PUT DELETE PATCH TRACE CONNECT get PRI M-SEARCH G\u0000T GET\t \tGET ',
);
const versions = oneWord('HTTP/1.1 HTTP/1.1 HTTP/1.1 HTTP/1.0 HTTP/0.9 HTTP/2.0 HTTP/1.11 http/1.1 HTTP/1. ICY ');
const lineEnds = fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r', '\n\r', '\r\r\n');

const targets = fc.oneof(
  oneWord('/ /forex * http://localhost/forex http://evil.example/ https://[::1 evil.example:443 //evil.example/forex'),
  fc.constantFrom('/\\evil.example/', '/api/content/webhook'),
  text.map((value) => `/${value}`),
  text.map((value) => `/forex?${value}`),
  fc.tuple(word, word).map(([one, other]) => `/${one}/../${other}`),
  lengths.map((times) => `/${'a/'.repeat(times % 600)}`),
  fc.integer({ min: 1, max: 300 }).map((times) => `/es/${'%61'.repeat(times)}`),
  word.map((value) => `/#${value}`),
  text,
  encodedText().map((value) => `/search?q=${value}`),
);
const target = fc
  .tuple(targets, chance(80))
  .map(([value, oneLine]) => value.replaceAll(/[\r\n]/g, oneLine ? '' : '\r\n'));

function header(host: string): fc.Arbitrary<string> {
  const value = mostly(
    90,
    lineText,
    text.map((one) => one.replaceAll(/[\r\n]+/g, '\r\n')),
  );
  return fc.oneof(
    fc.constantFrom(...hostileStrings.headerLines),
    fc.constantFrom(...hostileStrings.headerLines),
    fc.constantFrom(`Host: ${host}`, `host : ${host}`),
    fc
      .tuple(
        oneWord(
          'Host If-None-Match If-Modified-Since Accept User-Agent Referer Origin Cookie Content-Type Upgrade Expect Range',
        ),
        value,
      )
      .map(([name, one]) => `${name}: ${one}`),
    fc.tuple(value, value).map(([name, one]) => `${name}: ${one}`),
    fc
      .tuple(
        word,
        mostly(
          50,
          value,
          fc.constantFrom(100, 4000, 9000, 20_000).map((length) => 'x'.repeat(length)),
        ),
      )
      .map(([name, one]) => `X-${name}: ${one}`),
  );
}

const chunk = mostly(
  89,
  fc.constantFrom(...hostileStrings.chunks),
  lengths.map((length) => `5;${'x'.repeat(length)}\r\nhello\r\n`),
);
const chunks = fc
  .tuple(fc.array(chunk, { maxLength: 4 }), fc.constantFrom('0\r\n\r\n', '0\r\nX-Attack: 1\r\n\r\n', '0\r\n', ''))
  .map(([all, end]) => all.join('') + end);

/** A request with two contradicting lengths around a second request: the site may accept only one of the readings. */
function smuggled(host: string): fc.Arbitrary<Input> {
  return word.chain((name) => {
    const inner = `GET /smuggled-${name} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    const lines = [
      `Content-Length: ${inner.length + 5}\r\nTransfer-Encoding: chunked`,
      `Transfer-Encoding: chunked\r\nContent-Length: ${inner.length + 5}`,
      `Content-Length: 0\r\nContent-Length: ${inner.length}`,
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
      'Transfer-Encoding : chunked\r\nContent-Length: 5',
      `Content-Length: 0, ${inner.length}`,
      'Transfer-Encoding: xchunked\r\nContent-Length: 5',
      'Content-Length: 5\r\n Transfer-Encoding: chunked',
    ];
    return fc.constantFrom(...lines).map((length): Input => {
      const head = `POST /contact HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\n${length}`;
      const pieces = [Buffer.from(`${head}\r\n\r\n0\r\n\r\n${inner}`, 'latin1')];
      // However the site handles the outer request, it must not answer the inner bytes as a further one.
      return { kind: 'raw HTTP', pieces, maxAnswers: 2, complete: false };
    });
  });
}

function pipelined(host: string): fc.Arbitrary<Input> {
  const request = fc.tuple(
    oneWord('GET HEAD'),
    fc.oneof(
      oneWord('/ /forex /es /robots.txt'),
      word.map((value) => `/${value}`),
    ),
  );
  return fc.array(request, { minLength: 2, maxLength: 30 }).map((requests): Input => {
    const heads = requests.map(
      ([method, path], index) =>
        `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${index === requests.length - 1 ? 'Connection: close\r\n' : ''}\r\n`,
    );
    return { kind: 'raw HTTP', pieces: [Buffer.from(heads.join(''))], maxAnswers: requests.length, complete: true };
  });
}

function malformed(host: string): fc.Arbitrary<Input> {
  const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  return fc
    .record({
      line: fc.tuple(methods, target, versions).map((parts) => parts.join(' ')),
      hosts: fc.constantFrom(
        ...[[host], [host], [host], [], [host, 'evil.example'], ['evil.example'], [host, host]].map((names) =>
          names.map((name) => `Host: ${name}`),
        ),
      ),
      headers: fc.array(header(host), { maxLength: 6 }),
      end: lineEnds,
      isClosed: chance(90),
      body: weighted([30, chunks], [14, text], [56, fc.constant('')]),
      // A slow sender: a request in up to eight pieces.
      cuts: mostly(85, fc.constant<number[]>([]), fc.array(fraction, { minLength: 1, maxLength: 7 })),
    })
    .map(({ line, hosts, headers, end, isClosed, body, cuts }): Input => {
      const head = [line, ...hosts, ...headers].join(end);
      const all = Buffer.from(`${head}${end}${isClosed ? end : ''}${body}`, 'latin1');
      const places = [0, ...cuts.map((cut) => Math.floor(cut * all.length)).sort((a, b) => a - b), all.length];
      const pieces = places.slice(1).map((to, index) => all.subarray(places[index], to));
      // A body, or a line break in a target or a value, may legitimately start a further request.
      return { kind: 'raw HTTP', pieces: pieces.filter(({ length }) => length > 0), maxAnswers: 8, complete: false };
    });
}

function notHttp(all: Buffer): Input {
  return { kind: 'raw HTTP', pieces: [all], maxAnswers: 1, complete: false };
}

/** @param host the site's own host and port. */
export function rawHttp(host: string): fc.Arbitrary<Input> {
  return weighted([12, pipelined(host)], [11, smuggled(host)], [4, bytes(1, 3000).map(notHttp)], [73, malformed(host)]);
}
