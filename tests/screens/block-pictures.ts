/** Takes pictures of blocks, compares them with the accepted ones, and reports differences as before, after and difference. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { projectRoot } from '../../tools/project-root.ts';

export const acceptedFolder = join(projectRoot, 'tests/screens/pictures');
export const reportFolder = join(projectRoot, '.cache/pictures');

/** Together these cover every layout, both colour schemes and all languages. */
export const looks = [
  { prefix: '', language: 'en', width: 1440, colorScheme: 'light' },
  { prefix: '/es', language: 'es', width: 320, colorScheme: 'dark' },
  { prefix: '/it', language: 'it', width: 768, colorScheme: 'light' },
] as const;
export type Look = (typeof looks)[number];

/** Half size is enough to see changes, and hides differences in how the edges of letters are drawn. */
const scale = 0.5;
/** The same for both pictures of a comparison, so its losses do not count as differences. */
const webp = { quality: 40, effort: 4 };
/** Side of a field in px. The comparison uses each field's mean colour, because two builds of Chromium draw the edges of letters differently. */
const field = 4;
/** On a scale of 255; a larger difference is another colour. Fields of text differ by up to 12 between Chromium and its headless shell. */
const channelTolerance = 24;
/** How many fields may differ, which together are smaller than a button. Between Chromium and its headless shell up to seven did. */
const maxDifferentFields = 8;
/** The maximum difference of one field: above it, a part is added or missing. It was up to 35 between Chromium and its headless shell. */
const farthestTolerance = 37;

export interface PictureDifference {
  name: string;
  /** The difference between the picture and the accepted one. */
  what: string;
}

export const pictureName = (block: string, { language, width, colorScheme }: Look) =>
  `${block}.${language}-${width}-${colorScheme}`;
export const samplesPath = (block: string, { prefix }: Look) => `${prefix}/dev/blocks/${block}`;
const acceptedFile = (name: string) => join(acceptedFolder, `${name}.webp`);

/** Opens a page for one look, with reduced motion. */
export async function openLook(browser: Browser, { width, colorScheme }: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/** @returns a picture of the page's samples in half size. @throws when the site's font did not load, which would change every line break. */
export async function photograph(page: Page): Promise<Buffer> {
  const fonts = await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.allSettled([
      ...Array.from(document.images, (image) => image.decode()),
      ...Array.from(document.fonts, (font) => font.load()),
    ]);
    return Array.from(document.fonts, ({ family, status }) => `${family}: ${status}`);
  });
  if (!fonts.some((font) => /^"?Instrument Sans"?: loaded$/.test(font)))
    throw new Error(`The page has no font of its own: ${fonts.join(', ')}`);
  const picture = sharp(await page.locator('main').screenshot({ animations: 'disabled' }));
  const { width, height } = await picture.metadata();
  return picture
    .removeAlpha()
    .resize(Math.round(width * scale), Math.round(height * scale), { kernel: 'linear' })
    .webp(webp)
    .toBuffer();
}

interface Fields {
  data: Buffer;
  columns: number;
  rows: number;
  /** Size of the whole picture, such as `720 × 1943`. */
  size: string;
}

async function readFields(file: Buffer | string): Promise<Fields> {
  const { width, height } = await sharp(file).metadata();
  const [columns, rows] = [Math.ceil(width / field), Math.ceil(height / field)];
  const data = await sharp(file)
    .removeAlpha()
    .resize(columns, rows, { kernel: 'linear', fit: 'fill' })
    .raw()
    .toBuffer();
  return { data, columns, rows, size: `${width} × ${height}` };
}

/** @returns null when the picture matches the accepted one; otherwise the difference, whose pictures are written to the report's folder. */
export async function compare(name: string, after: Buffer): Promise<PictureDifference | null> {
  if (!existsSync(acceptedFile(name))) return differs(name, 'is new', after);
  const [one, other] = await Promise.all([readFields(acceptedFile(name)), readFields(after)]);
  if (one.size !== other.size) return differs(name, `measures ${other.size} and not ${one.size}`, after);
  const marked = Buffer.from(other.data.map((value) => 200 + Math.round(value / 5)));
  let different = 0;
  let farthest = 0;
  for (let at = 0; at < one.data.length; at += 3) {
    const distance = Math.max(
      ...[0, 1, 2].map((channel) => Math.abs(byte(one.data, at + channel) - byte(other.data, at + channel))),
    );
    farthest = Math.max(farthest, distance);
    if (distance <= channelTolerance) continue;
    different += 1;
    marked.set([214, 0, 60], at);
  }
  if (different <= maxDifferentFields && farthest <= farthestTolerance) return null;
  mkdirSync(reportFolder, { recursive: true });
  await sharp(marked, { raw: { width: one.columns, height: one.rows, channels: 3 } })
    .resize(one.columns * field, one.rows * field, { kernel: 'nearest' })
    .webp()
    .toFile(join(reportFolder, `${name}.difference.webp`));
  return differs(name, `has ${different} fields of another colour, one of them by ${farthest} of 255`, after);
}

const byte = (data: Buffer, at: number) => data[at] ?? 0;

function differs(name: string, what: string, after: Buffer): PictureDifference {
  mkdirSync(reportFolder, { recursive: true });
  if (existsSync(acceptedFile(name))) cpSync(acceptedFile(name), join(reportFolder, `${name}.before.webp`));
  writeFileSync(join(reportFolder, `${name}.after.webp`), after);
  return { name, what };
}

export function forgetReport(): void {
  rmSync(reportFolder, { recursive: true, force: true });
}

/** Writes `index.html`, which shows all differences, into the report's folder. */
export function writeReport(differences: readonly PictureDifference[]): void {
  const cell = (name: string, which: string) =>
    existsSync(join(reportFolder, `${name}.${which}.webp`))
      ? `<figure><figcaption>${which}</figcaption><img src="${name}.${which}.webp" alt=""></figure>`
      : '';
  const rows = differences.map(
    ({ name, what }) =>
      `<h2>${name}</h2><p>${what}. <code>npm run pictures -- accept ${name}</code></p><div>${['before', 'after', 'difference'].map((which) => cell(name, which)).join('')}</div>`,
  );
  mkdirSync(reportFolder, { recursive: true });
  writeFileSync(
    join(reportFolder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Changed pictures</title><style>body{font:1rem system-ui}div{display:flex;gap:1rem;overflow:auto;align-items:start}</style><h1>${differences.length} changed</h1>${rows.join('')}`,
  );
}
