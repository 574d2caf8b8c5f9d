/** Every block in every state looks as it was accepted, and none is wider than its screen. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockSamples } from '../../scripts/dev-blocks/block-samples.ts';
import { projectRoot } from '../../scripts/project-root.ts';
import { launchChromium } from '../browser.ts';
import { type BuiltSite, startBuiltSite } from '../start-built-site.ts';
import {
  type PictureDifference,
  acceptedFolder,
  compare,
  forgetReport,
  looks,
  openLook,
  photograph,
  pictureName,
  writeReport,
} from './block-pictures.ts';

let browser: Browser;
let site: BuiltSite;
let folder: string;
const differences: PictureDifference[] = [];
const names = Object.keys(blockSamples).map((component) => component.replace('blocks.', ''));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-pictures-'));
  forgetReport();
  [browser, site] = await Promise.all([
    launchChromium(),
    startBuiltSite({ NODE_ENV: 'development', DATA_DIR: folder }, join(projectRoot, 'scripts/dev.ts')),
  ]);
});
afterAll(async () => {
  if (differences.length > 0) writeReport(differences);
  await browser.close();
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

test.each(looks)('every block in every state, $language at $width px, $colorScheme', async (look) => {
  const page = await openLook(browser, look);
  const found: PictureDifference[] = [];
  const tooWide: string[] = [];
  for (const name of names) {
    const difference = await compare(pictureName(name, look), await photograph(page, site.url, name, look));
    if (difference) found.push(difference);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) tooWide.push(`${name}: ${overflow} px`);
  }
  await page.context().close();
  differences.push(...found);
  expect({ found, tooWide }, 'before, after and difference are in .cache/pictures/index.html').toEqual({
    found: [],
    tooWide: [],
  });
});

test('no picture is kept of a block that is gone', async () => {
  const expected = names.flatMap((name) => looks.map((look) => `${pictureName(name, look)}.webp`));
  expect((await readdir(acceptedFolder)).toSorted()).toEqual(expected.toSorted());
});
