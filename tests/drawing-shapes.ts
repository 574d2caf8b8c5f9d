/** Reads shapes and texts of SVG for tests, and compares them with their figures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../tools/project-root.ts';

export interface Bar {
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
}

/** Reads the demonstration's daily prices of an instrument, oldest first. */
export function readBars(symbol: string): Bar[] {
  return readFileSync(join(projectRoot, 'demo/daily-bars.csv'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${symbol},`))
    .map((line) => {
      const [, date = '', ...prices] = line.split(',');
      const [open = 0, high = 0, low = 0, close = 0] = prices.map(Number);
      return { date, open, high, low, close };
    });
}

export interface Place {
  value: number;
  y: number;
}

/**
 * The highest value must have the smallest y, the lowest the largest, and all others must lie in proportion between them.
 * @param tolerance in units of the drawing. @returns what is wrong; empty when nothing is.
 */
export function misplaced(places: readonly Place[], tolerance: number): (Place | string)[] {
  const [least, ...others] = places.toSorted((one, other) => one.value - other.value);
  const highest = others.at(-1);
  if (!least || !highest) return ['nothing is drawn'];
  if (!(highest.y < least.y))
    return [`the highest, ${highest.value}, is drawn at ${highest.y}, below the lowest at ${least.y}`];
  const due = ({ value }: Place) =>
    least.y + ((value - least.value) / (highest.value - least.value)) * (highest.y - least.y);
  return places.filter((place) => !(Math.abs(place.y - due(place)) <= tolerance));
}

export function numbersIn(text: string): number[] {
  return (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
}

/** Reads the points of a path that starts with `M` and continues with lines. */
export function pointsIn(path: string): { x: number; y: number }[] {
  const values = numbersIn(path);
  return Array.from({ length: values.length / 2 }, (_, index) => ({
    x: values[2 * index] ?? 0,
    y: values[2 * index + 1] ?? 0,
  }));
}

export function increases(values: readonly number[]): boolean {
  return values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0));
}

export interface Shape {
  tag: string;
  attributes: Record<string, string>;
  text: string;
}

/** Reads the shapes and texts of a drawing, in order. Converts the typographic minus to that of numbers. */
export function shapesIn(svg: string): Shape[] {
  const pattern = /<(path|rect|circle|text|textPath)\b([^>]*?)\/?>([^<]*)/g;
  return [...svg.matchAll(pattern)].map(([, tag = '', attributes = '', text = '']) => ({
    tag,
    attributes: Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    ),
    text: text.replaceAll('−', '-'),
  }));
}

/** Reads the cells of the first table after a mark in a page, by row. */
export function tableAfter(html: string, mark: string): string[][] {
  const [table = ''] = /<table.*?<\/table>/s.exec(html.slice(html.indexOf(mark))) ?? [];
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '')),
  );
}

/** Fetches a page as text with ordinary spaces. @throws when it is not answered with success. */
export async function readPageText(siteUrl: string, path: string): Promise<string> {
  const response = await fetch(`${siteUrl}${path}`, { headers: { 'user-agent': 'bot' } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.text()).replaceAll('\u00a0', ' ');
}
