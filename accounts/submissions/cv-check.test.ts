import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sample, testSample } from '../../tests/sampled.ts';
import { checkCv } from './cv-check.ts';
import { acceptedFiles, docx, refusedFiles, zip } from '../../tests/accounts/cv-samples.ts';

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
  expect(await check(name, bytes)).not.toBeNull();
});

// A bomb takes seconds of a core: one kind of them is tried in each run.
testSample(
  sample(refusedFiles, ([name]) => !/bomb/.test(name) || name === 'a bomb of zeros'),
  '%s is refused',
  async ([, name, bytes]) => {
    expect(await check(name, bytes)).toBeNull();
  },
);

test('the event loop continues while slow documents are parsed', async () => {
  const types = { name: '[Content_Types].xml', content: Buffer.from('<Types/>') };
  // As much content as may be unpacked, and valid to its end.
  const parts = Array.from({ length: 55 }, (_, index) => ({
    name: `word/${index}.xml`,
    // Paragraphs that differ, so that it does not pack like a bomb.
    content: Buffer.from(
      Array.from(
        { length: 1800 },
        (__, line) => `<w:p>${index + line * 7919} ${'abcdefghijklmnop'.repeat(32)}</w:p>`,
      ).join(''),
    ),
  }));
  const long = zip([types, { name: 'word/document.xml', content: Buffer.from('<w:document/>') }, ...parts]);
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 1);
  const results = await Promise.all([check('cv.docx', long), check('cv.docx', long), check('cv.docx', docx)]);
  clearInterval(counting);
  expect(results.map((result) => result?.kind ?? null)).toEqual(['docx', 'docx', 'docx']);
  expect(turns).toBeGreaterThan(20);
});
