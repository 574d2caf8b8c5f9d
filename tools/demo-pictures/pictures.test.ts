/** The committed pictures of the demonstration, against the generator and against what a picture may be. */
import { readFileSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../project-root.ts';
import { curve, ellipse, filled, segment, stroke, svgOf } from './canvas.ts';
import { readDemoData } from './demo-data.ts';
import { demoPictures } from './pictures.ts';
import { writeDemoPictures } from './write-pictures.ts';

const folder = join(projectRoot, 'demo');
const media = join(folder, 'media');
let made: [file: string, svg: string][];

beforeAll(async () => {
  made = demoPictures(await readDemoData(folder));
});

test('the generator gives the committed files, all of them and no other (else: npm run pictures -- demo)', () => {
  expect(readdirSync(media).filter((file) => /^(?:article|page)-/.test(file))).toEqual(
    made.map(([file]) => file).toSorted(),
  );
  // Not compared as a whole: a difference would print the files.
  expect(made.filter(([file, svg]) => readFileSync(join(media, file), 'utf8') !== svg).map(([file]) => file)).toEqual(
    [],
  );
});

test('each picture is its own, small, in both themes, without words, ground or a point that is no number', () => {
  expect(made.length).toBeGreaterThan(30);
  expect(new Set(made.map(([, svg]) => svg)).size).toBe(made.length);
  for (const [file, svg] of made) {
    expect(svg.length, file).toBeLessThan(6000);
    expect(svg, file).toContain('viewBox="0 0 960 540"');
    expect(svg, file).toContain('@media(prefers-color-scheme:dark)');
    expect(svg, file).not.toMatch(/NaN|Infinity|undefined|<text|<rect/);
  }
});

test('marks of one look that follow each other are one path, and only inks that are used have rules', () => {
  const svg = svgOf([
    stroke('sage', 2, segment(0, 0, 10, 0)),
    stroke('sage', 2, segment(0, 5.4, 0, 9)),
    filled('ochre', ellipse(50, 50, 4)),
  ]);
  expect(svg.match(/<path/g)).toHaveLength(2);
  expect(svg).toContain('d="M0 0H10M0 5V9"');
  expect(svg).toContain('.fo{fill:#C97F1E}.ss{stroke:#1F5C43}@media');
  expect(svg).not.toContain('.so{');
});

test('a curve passes through its points', () => {
  expect(
    curve([
      [0, 0],
      [30, 30],
      [60, 0],
    ]),
  ).toBe('M0 0C5 5 20 30 30 30C40 30 55 5 60 0');
});

test('a folder without what a picture is made from: it is named, and nothing is written', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'pictures-'));
  onTestFinished(() => rm(empty, { recursive: true }));
  await mkdir(join(empty, 'media'));
  await expect(writeDemoPictures(empty)).rejects.toThrow(/from which a picture is made/);
  expect(await readdir(join(empty, 'media'))).toEqual([]);
});
