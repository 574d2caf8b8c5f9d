/** `Verdicts`: when a stored verdict about a page still counts. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { projectRoot } from '../tools/project-root.ts';
import { Verdicts } from './verdicts.ts';

const name = `of-a-test-${process.pid}`;
afterEach(() => rmSync(join(projectRoot, '.cache/verdicts', `${name}.json`), { force: true }));

const browserOf = (version: string) => ({ version: () => version }) as ConstructorParameters<typeof Verdicts>[1];
const verdictsOf = (version = '156', asker = 'tests/axe.ts') => new Verdicts(name, browserOf(version), [asker]);
const html = (url: string, text = 'Gold') =>
  `<html lang="en" data-build="${url.length}"><link rel="canonical" href="${url}/gold"><a href="mailto:?body=${encodeURIComponent(url)}">${text}</a></html>`;
const keyOf = (verdicts: Verdicts, text?: string, question = 'axe') =>
  verdicts.keyOf(question, html('http://localhost:3000', text), 'http://localhost:3000');

test('a page that was good is good wherever it is served, until anything that made it is another', () => {
  const first = verdictsOf();
  expect(first.isGood(keyOf(first))).toBe(false);
  first.keep(keyOf(first));
  first.save(true);
  const next = verdictsOf();
  expect(next.isGood(next.keyOf('axe', html('http://localhost:41234'), 'http://localhost:41234'))).toBe(true);
  expect(next.isGood(keyOf(next, 'Silver'))).toBe(false);
  expect(next.isGood(keyOf(next, 'Gold', 'widths'))).toBe(false);
  for (const other of [verdictsOf('157'), verdictsOf('156', 'tests/browser.ts')])
    expect(other.isGood(keyOf(other))).toBe(false);
});

test('a file that was left half written knows nothing', () => {
  const first = verdictsOf();
  first.keep(keyOf(first));
  first.save(true);
  writeFileSync(join(projectRoot, '.cache/verdicts', `${name}.json`), '["AAA');
  const next = verdictsOf();
  expect(next.isGood(keyOf(next))).toBe(false);
});

test('what a finished run has not seen is forgotten; one that was ended forgets nothing', () => {
  const first = verdictsOf();
  for (const text of ['Gold', 'Silver']) first.keep(keyOf(first, text));
  first.save(true);
  const ended = verdictsOf();
  ended.save(false);
  const second = verdictsOf();
  expect([keyOf(second, 'Gold'), keyOf(second, 'Silver')].map((key) => second.isGood(key))).toEqual([true, true]);
  const third = verdictsOf();
  third.isGood(keyOf(third, 'Gold'));
  third.save(true);
  const last = verdictsOf();
  expect([keyOf(last, 'Gold'), keyOf(last, 'Silver')].map((key) => last.isGood(key))).toEqual([true, false]);
});
