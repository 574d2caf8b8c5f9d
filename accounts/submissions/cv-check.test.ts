import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sample, testSample } from '../../tests/sampled.ts';
import { checkCv } from './cv-check.ts';
import { docx, longDocx, pdf } from '../../tests/accounts/cv-files.ts';
import { acceptedFiles, refusedFiles } from '../../tests/accounts/cv-samples.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brokerfront-cv-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function check(name: string, bytes: Buffer) {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, bytes);
  return checkCv(path, name);
}

test.each(acceptedFiles)('%s is accepted', async (_, name, bytes) => {
  expect(await check(name, bytes)).toEqual({
    kind: name.split('.').pop()?.toLowerCase(),
    contentType: expect.any(String),
  });
});

// A bomb takes seconds of a core: one kind of them is tried in each run.
testSample(
  sample(refusedFiles, ([name]) => !/bomb/.test(name) || name === 'a bomb of zeros'),
  '%s is refused',
  async ([, name, bytes, fault = 'cvKind']) => {
    expect(await check(name, bytes)).toEqual({ fault });
  },
);

test('a name in capitals has its kind', async () => {
  expect(await check('CV.PDF', pdf)).toMatchObject({ kind: 'pdf', contentType: 'application/pdf' });
});

test('the event loop continues while slow documents are parsed', async () => {
  const long = longDocx();
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 1);
  const results = await Promise.all([check('cv.docx', long), check('cv.docx', long), check('cv.docx', docx)]);
  clearInterval(counting);
  expect(results.map((result) => 'kind' in result && result.kind)).toEqual(['docx', 'docx', 'docx']);
  expect(turns).toBeGreaterThan(20);
});
