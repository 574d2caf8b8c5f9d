import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sample, testSample } from '../../tests/sampled.ts';
import type { CvKind } from '../../site/page/form-services.ts';
import { checkCv } from './cv-check.ts';
import { findCvFault } from './find-cv-fault.ts';
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

/** In this thread when the name is of a kind that is checked: starting one for each file would take longer than all checks. */
async function findFault(name: string, bytes: Buffer) {
  const kind = /\.(pdf|docx)$/i.exec(name)?.[1]?.toLowerCase() as CvKind | undefined;
  const isSmall = bytes.length < 100;
  return kind && !isSmall ? { fault: findCvFault(bytes, kind) } : check(name, bytes);
}

test.each(acceptedFiles)('%s is accepted', async (_, name, bytes) => {
  expect(await findFault(name, bytes)).toEqual({ fault: null });
});

// A bomb takes seconds of a core: one kind of them is tried in each run.
testSample(
  sample(refusedFiles, ([name]) => !/bomb/.test(name) || name === 'a bomb of zeros'),
  '%s is refused',
  async ([, name, bytes, fault = 'cvKind']) => {
    expect(await findFault(name, bytes)).toEqual({ fault });
  },
);

test('a thread answers with the kind or the fault of a file', async () => {
  expect(await check('CV.PDF', pdf)).toMatchObject({ kind: 'pdf', contentType: 'application/pdf' });
  for (const index of [0, Math.floor(refusedFiles.length / 2)]) {
    const [, name = '', bytes = Buffer.alloc(0), fault = 'cvKind'] = refusedFiles[index] ?? [];
    expect(await check(name, bytes)).toEqual({ fault });
  }
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
