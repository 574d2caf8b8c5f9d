/**
 * Addresses of drawings: `/drawings/{hash}/es/web/wide/EURUSD,XAUUSD/chart,cost.svg`. An address says what is drawn, and has a hash of the drawing: its
 * bytes never change, so they may be kept for good, and a changed figure is another address (docs/decisions/0042-the-product-is-drawn-from-data.md).
 */
import { createHash } from 'node:crypto';
import { type ProductPart, productParts, productViews } from '../../content/model-blocks.ts';
import { type Locale, isLocale } from '../../content/locales.ts';
import { type Marks, type ProductDrawing, productCrops } from './product-figures.ts';

export const drawingPrefix = '/drawings/';

export interface WantedDrawing extends ProductDrawing {
  locale: Locale;
  /** The traded one first. */
  symbols: readonly string[];
}

/** Longer lists are nobody's page. */
const mostSymbols = 12;

/** The parts with a number, in the order of their numbers. */
function orderOf(marks: Marks): ProductPart[] {
  return productParts
    .filter((part) => marks[part] !== undefined)
    .sort((one, other) => (marks[one] ?? 0) - (marks[other] ?? 0));
}

export function marksOf(parts: readonly ProductPart[]): Marks {
  return Object.fromEntries(parts.map((part, index) => [part, index + 1]));
}

/** @param svg the drawing's bytes as text. */
export function drawingPath({ locale, view, crop, symbols, marks }: WantedDrawing, svg: string): string {
  const hash = createHash('sha256').update(svg).digest('base64url').slice(0, 16);
  const names = symbols.map(encodeURIComponent).join(',');
  return `${drawingPrefix}${hash}/${locale}/${view}/${crop}/${names}/${orderOf(marks).join(',') || 'plain'}.svg`;
}

function oneOf<Name extends string>(names: readonly Name[], name: string | undefined): Name | undefined {
  return names.find((one) => one === name);
}

/** @returns null when the path is no address of a drawing. */
export function parseDrawingPath(path: string): WantedDrawing | null {
  const match =
    /^\/drawings\/[\w-]{16}\/([a-z-]{2,8})\/([a-z0-9]{3})\/([a-z]{4,6})\/([^/]{1,300})\/([a-z,-]{1,100})\.svg$/.exec(
      path,
    );
  if (!match) return null;
  const [, language, name, size, names = '', parts = ''] = match;
  const [view, crop] = [oneOf(productViews, name), oneOf(productCrops, size)];
  const symbols = names.split(',').map((symbol) => {
    try {
      return decodeURIComponent(symbol);
    } catch {
      return '';
    }
  });
  const marked = parts === 'plain' ? [] : parts.split(',').map((part) => oneOf(productParts, part));
  if (!isLocale(language) || !view || !crop || symbols.length > mostSymbols || symbols.includes('')) return null;
  if (marked.some((part) => part === undefined) || new Set(marked).size < marked.length) return null;
  return { locale: language, view, crop, symbols, marks: marksOf(marked.flatMap((part) => part ?? [])) };
}
