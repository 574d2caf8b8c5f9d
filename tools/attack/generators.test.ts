/** Tests that the generators of the attack are repeatable and varied, and that its judges recognise each kind of failure. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { damageBytes } from './generate/text.ts';
import { findGrowth } from './growth.ts';
import type { Input, InputKind } from './generate/input.ts';
import { judge } from './judge.ts';
import { parseAnswers } from './raw-connection.ts';
import { Findings, formatReport } from './report.ts';
import { generators, readCorpus } from './volley.ts';

const kinds = Object.keys(generators) as InputKind[];
const host = 'localhost:1';

/** The bytes of the given number of inputs, as text. */
function sampleInputs(kind: InputKind, numRuns: number, seed: number): string[] {
  const generate = generators[kind]?.generate;
  if (!generate) throw new Error(`nothing generates ${kind}`);
  return fc.sample(generate(host), { numRuns, seed }).map(({ pieces }) => Buffer.concat(pieces).toString('latin1'));
}

describe('inputs', () => {
  test.each(kinds)('are the same bytes for the same seed and others for other seeds: %s', (kind) => {
    const some = sampleInputs(kind, 60, 1);
    expect(sampleInputs(kind, 60, 1)).toEqual(some);
    expect(sampleInputs(kind, 60, 2)).not.toEqual(some);
    expect(new Set(some).size).toBeGreaterThan(45);
    expect(some.every((text) => text.length > 0)).toBe(true);
  });

  test('are bytes that differ from the original where it is damaged', () => {
    const original = Buffer.from('a text that is long enough to be damaged');
    const same = fc.sample(damageBytes(original), 200).filter((bytes) => bytes.equals(original));
    expect(same.length).toBeLessThan(20);
  });

  test('include the corpus, whose entries cover the kinds in their names', () => {
    const inputs = readCorpus(host);
    expect(inputs.length).toBeGreaterThanOrEqual(8);
    for (const { pieces, name } of inputs)
      expect(Buffer.concat(pieces).toString('latin1'), name).toContain(`Host: ${host}`);
    // The declared length of the chunk matches its content.
    const upload = Buffer.concat(
      inputs.find(({ name }) => name?.startsWith('fields-before-file'))?.pieces ?? [],
    ).toString('latin1');
    const [, size = '', rest = ''] =
      /\r\n\r\n([0-9a-f]+)\r\n(.*)$/s.exec(upload.replace(/^.*?\r\n\r\n/s, '\r\n\r\n')) ?? [];
    expect(rest.slice(Number.parseInt(size, 16))).toBe('\r\n0\r\n\r\n');
  });
});

describe('judges', () => {
  const input = (over: Partial<Input> = {}): Input => ({
    kind: 'raw HTTP',
    pieces: [],
    maxAnswers: 1,
    complete: true,
    ...over,
  });
  const answer = (head: string, body = '') =>
    parseAnswers(Buffer.from(`HTTP/1.1 ${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`));

  test.each([
    ['a server error', answer('500 Internal Server Error'), 'answered 500'],
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
  ])('report %s as a failure', (_name, answers, why) => {
    expect(judge(input(), answers, false)).toContain(why);
  });

  test('accept the answers of a healthy site', () => {
    expect(
      judge(input(), answer('404 Not Found\r\ncontent-type: text/html', '<p>&lt;attack&gt;</p>'), true),
    ).toBeNull();
    expect(judge(input({ complete: false }), [], false)).toBeNull();
    expect(judge(input({ maxAnswers: 2 }), [...answer('100 Continue'), ...answer('200 OK')], true)).toBeNull();
  });

  test('separate the answers of one connection: with chunks, with a length, without a body', () => {
    const stream =
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nabHTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nHTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\nHTTP/1.1 304 Not Modified\r\n\r\n';
    expect(parseAnswers(Buffer.from(stream)).map(({ status, body }) => [status, body])).toEqual([
      [200, 'ab'],
      [200, ''],
      [200, 'abc'],
      [304, ''],
    ]);
  });

  test('measure growth as the rise of the last quarter over the first, beyond the noise', () => {
    const samples = (last: number) =>
      Array.from({ length: 19 }, (_, index) => ({
        heap: 60e6 + (index % 3) * 1e6,
        external: 5e6,
        descriptors: 30 + (index % 2),
        files: index < 15 ? 0 : last,
      }));
    expect(findGrowth(samples(5))).toEqual([]);
    expect(findGrowth(samples(60))).toEqual(['0 → 60 files of uploads']);
  });
});

describe('findings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerfront-findings-'));
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('keep the failing input, and the report is not ok', () => {
    const findings = new Findings(folder);
    const about = { seed: 's', minutes: 1, maxPauseMs: 100 };
    expect(findings.report(about).ok).toBe(true);
    findings.paused({ milliseconds: 150, computing: 90 });
    expect(findings.report(about).failures.pauses).toEqual(['150 ms']);
    expect(findings.report({ ...about, maxPauseMs: null }).ok).toBe(true);
    findings.failedInput(
      { kind: 'cookie', pieces: [Buffer.from('GET')], maxAnswers: 1, complete: true },
      'answered 500',
    );
    const report = findings.report({ ...about, maxPauseMs: null });
    expect(report.ok).toBe(false);
    expect(formatReport(report)).toContain('cookie: answered 500 (0000-cookie, 3 bytes)');
  });
});
