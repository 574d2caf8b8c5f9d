/**
 * Every block in every state (`/dev/blocks`) looks like its accepted picture, and none is wider than its screen. `npm run pictures` accepts
 * changes by name.
 */
import { readdir } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockSamples } from '../../tools/dev/block-samples.ts';
import { launchChromium } from '../browser.ts';
import {
  type PictureDifference,
  acceptedFolder,
  compare,
  forgetReport,
  looks,
  openLook,
  photograph,
  pictureName,
  samplesPath,
  writeReport,
} from './block-pictures.ts';
import { type SampleSite, startSampleSite } from '../sites/sample-site.ts';
import { byHash, sample, testSample } from '../sampled.ts';

let browser: Browser;
let site: SampleSite;
const differences: PictureDifference[] = [];
const names = Object.keys(blockSamples).map((component) => component.replace('blocks.', ''));

beforeAll(async () => {
  forgetReport();
  // With the font settings of the machine, two builds of Chromium break lines at different words.
  [browser, site] = await Promise.all([launchChromium(['--font-render-hinting=none']), startSampleSite()]);
});
afterAll(async () => {
  if (differences.length > 0) writeReport(differences);
  await browser.close();
  await site.stop();
});

testSample(
  sample(looks, (look) => look === byHash(looks, JSON.stringify(blockSamples))),
  'every block in every state looks as recorded, $language at $width px, $colorScheme',
  async (look) => {
    const page = await openLook(browser, look);
    const found: PictureDifference[] = [];
    const tooWide: string[] = [];
    for (const block of names) {
      await page.goto(`${site.url}${samplesPath(block, look)}`, { waitUntil: 'load' });
      const difference = await compare(pictureName(block, look), await photograph(page));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (difference) found.push(difference);
      if (overflow > 0) tooWide.push(`${block}: ${overflow} px`);
    }
    await page.context().close();
    differences.push(...found);
    expect({ found, tooWide }, 'before, after and difference are in .cache/pictures/index.html').toEqual({
      found: [],
      tooWide: [],
    });
  },
);

test('no picture of a removed block remains', async () => {
  // A missing picture belongs to a new block, which the test above reports.
  const expected = new Set(names.flatMap((block) => looks.map((look) => `${pictureName(block, look)}.webp`)));
  expect((await readdir(acceptedFolder)).filter((file) => !expected.has(file))).toEqual([]);
});
