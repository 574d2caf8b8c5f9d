/** Tests that the generators of the attack are repeatable and varied, and that its judges recognise each kind of failure. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { Findings } from './findings.ts';
import { lieAbout } from './generate/content-answers.ts';
import { growthOf } from './growth.ts';
import { type Input, type InputKind, judge } from './input.ts';
import { Random } from './random.ts';
import { exchange, readAnswers } from './raw-connection.ts';
import { reportOf, reportText } from './report.ts';
import { corpus, generators, inputOf } from './volley.ts';

const kinds = Object.keys(generators) as InputKind[];
const host = 'localhost:1';

describe('inputs', () => {
  test.each(kinds)('%s: the same seed gives the same bytes, and other seeds others', (kind) => {
    const bytes = (seed: string) => Buffer.concat(inputOf(kind, seed, host, 'a secret').pieces).toString('latin1');
    const some = Array.from({ length: 60 }, (_, index) => bytes(`s/${index}`));
    expect(Array.from({ length: 60 }, (_, index) => bytes(`s/${index}`))).toEqual(some);
    expect(new Set(some).size).toBeGreaterThan(45);
    expect(some.every((text) => text.length > 0)).toBe(true);
  });

  test('reach every form, both ways of writing bodies, and every rule that a request has', () => {
    const all = (kind: InputKind, count: number) =>
      Array.from({ length: count }, (_, index) =>
        Buffer.concat(inputOf(kind, `r/${index}`, host, 'x').pieces).toString('latin1'),
      ).join('\n');
    const forms = all('form', 600) + all('multipart', 300);
    for (const path of [
      '/register',
      '/es/register',
      '/old-register',
      '/it/register',
      '/login',
      '/forgot-password',
      '/contact',
      '/es/partners',
      '/it/ib',
      '/affiliate',
      '/careers',
      '/es/job-post/',
    ])
      expect(forms, path).toContain(`POST ${path}`);
    const raw = all('raw HTTP', 1500);
    for (const sign of [
      'Transfer-Encoding: chunked',
      'Content-Length: -1',
      'Host: evil.example',
      '\r\n b\r\n',
      'GET http://evil.example/',
      'smuggled-',
      'Upgrade: h2c',
      'Expect: 100-continue',
    ])
      expect(raw, sign).toContain(sign);
  });

  test('the corpus is there, and stands for what it says', () => {
    const inputs = corpus(host);
    expect(inputs.length).toBeGreaterThanOrEqual(8);
    for (const { pieces, seed } of inputs)
      expect(Buffer.concat(pieces).toString('latin1'), seed).toContain(`Host: ${host}`);
    // The declared length of the chunk matches its content.
    const upload = Buffer.concat(
      inputs.find(({ seed }) => seed.startsWith('fields-before-file'))?.pieces ?? [],
    ).toString('latin1');
    const [, size = '', rest = ''] =
      /\r\n\r\n([0-9a-f]+)\r\n(.*)$/s.exec(upload.replace(/^.*?\r\n\r\n/s, '\r\n\r\n')) ?? [];
    expect(rest.slice(Number.parseInt(size, 16))).toBe('\r\n0\r\n\r\n');
  });

  test('lies of the content service are of every kind, and a document alone is never told away', () => {
    const right = {
      status: 200,
      headers: {},
      broken: false,
      lateBy: 0,
      body: JSON.stringify({
        data: [
          { key: 'a', title: 'A' },
          { key: 'b', title: 'B' },
          { key: 'c', title: 'C' },
        ],
        meta: { pagination: { page: 1, pageSize: 100, pageCount: 1, total: 3 } },
      }),
    };
    const lies = (wholeList: boolean) =>
      Array.from({ length: 400 }, (_, index) => lieAbout(right, new Random(`l/${index}`), wholeList));
    const told = lies(true);
    expect(
      told.some(({ broken }) => broken) &&
        told.some(({ lateBy }) => lateBy > 0) &&
        told.some(({ status }) => status >= 500),
    ).toBe(true);
    for (const sign of ['<attack', 'javascript:attack', '"data":[]', '5000000', '[[[[[[', '<!doctype html>'])
      expect(
        told.some(({ body }) => body.toString().includes(sign)),
        sign,
      ).toBe(true);
    expect(lies(false).some(({ body }) => body.toString().startsWith('{"data":[],'))).toBe(false);
  });
});

describe('what is judged', () => {
  const input = (over: Partial<Input> = {}): Input => ({
    kind: 'raw HTTP',
    seed: 'x',
    pieces: [],
    mostAnswers: 1,
    complete: true,
    ...over,
  });
  const answer = (head: string, body = '') =>
    readAnswers(Buffer.from(`HTTP/1.1 ${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`));

  test.each([
    ['a fault of the server', answer('500 Internal Server Error'), 'answered 500'],
    ['reflected markup', answer('404 Not Found\r\ncontent-type: text/html', '<p><attack></p>'), 'markup'],
    ['an injected header', answer('200 OK\r\nX-Attack: 1'), 'header was injected'],
    ['the way to another site', answer('301 Moved\r\nlocation: //evil.example/'), 'leads to'],
    [
      'a stack',
      answer('400 Bad\r\ncontent-type: text/plain', 'Error: x\n    at f (/a/b.js:1:2)\n    at g (/a/b.js:3:4)'),
      'stack',
    ],
    ['a smuggled request', [...answer('200 OK'), ...answer('404 Not Found')], '2 answers to 1'],
    ['silence', [], 'no answer'],
  ])('%s is a failure', (_name, answers, why) => {
    expect(judge(input(), answers, false)).toContain(why);
  });

  test('what a good site answers is none', () => {
    expect(
      judge(input(), answer('404 Not Found\r\ncontent-type: text/html', '<p>&lt;attack&gt;</p>'), true),
    ).toBeNull();
    expect(judge(input({ complete: false }), [], false)).toBeNull();
    expect(judge(input({ mostAnswers: 2 }), [...answer('100 Continue'), ...answer('200 OK')], true)).toBeNull();
  });

  test('several answers of one connection are told apart: with chunks, with a length, without a body', () => {
    const stream =
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nabHTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nHTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\nHTTP/1.1 304 Not Modified\r\n\r\n';
    expect(readAnswers(Buffer.from(stream)).map(({ status, body }) => [status, body])).toEqual([
      [200, 'ab'],
      [200, ''],
      [200, 'abc'],
      [304, ''],
    ]);
  });

  test('growth is what the last quarter has more than the first, beyond the noise', () => {
    const samples = (last: number) =>
      Array.from({ length: 16 }, (_, index) => ({
        heap: 60e6 + (index % 3) * 1e6,
        external: 5e6,
        descriptors: 30 + (index % 2),
        files: index < 12 ? 0 : last,
      }));
    expect(growthOf(samples(5), 'site')).toEqual([]);
    expect(growthOf(samples(60), 'site')).toEqual(['site: 0 → 60 files of uploads']);
  });
});

describe('findings', () => {
  let server: Server | null = null;
  const folder = mkdtempSync(join(tmpdir(), 'brokerfront-findings-'));
  afterEach(() => {
    server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a failing input is kept, and the report says no', () => {
    const findings = new Findings(folder);
    const about = { seed: 's', minutes: 1, judgePauses: true, longestPause: 100 };
    expect(reportOf(findings, about).ok).toBe(true);
    findings.paused({ milliseconds: 150, computing: 90, majorFaults: 0, disk: 0 }, 'somewhere');
    expect(reportOf(findings, about).failures.pauses).toEqual(['150 ms: somewhere']);
    expect(reportOf(findings, { ...about, judgePauses: false }).ok).toBe(true);
    findings.failedInput(inputOf('cookie', 's/1', host, ''), 'answered 500');
    const report = reportOf(findings, { ...about, judgePauses: false });
    expect(report.ok).toBe(false);
    expect(reportText(report)).toContain('cookie, seed s/1: answered 500');
  });

  test('an exchange says whether somebody answered, cut the connection, or is not there', async () => {
    server = createServer((request, response) =>
      request.url === '/cut' ? request.socket.resetAndDestroy() : response.end('here'),
    );
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ask = (path: string, at = port) =>
      exchange({
        port: at,
        from: '127.0.0.1',
        patience: 5000,
        pieces: [Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nConn`), Buffer.from('ection: close\r\n\r\n')],
      });
    expect(await ask('/')).toMatchObject({ answers: [{ status: 200, body: 'here' }], ended: true, reset: false });
    expect(await ask('/cut')).toMatchObject({ answers: [], reset: true });
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    server.close(() => resolve());
    await closed;
    expect(await ask('/')).toMatchObject({ answers: [], refused: true });
  });
});
