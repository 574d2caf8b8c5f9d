/** The drawing that an address names, as it is now. */
import type { Reader } from '../../../content/mirror/reader.ts';
import { drawProduct } from '../../drawings/draw-product.tsx';
import { type WantedDrawing, drawingPath } from '../../drawings/drawing-address.ts';
import { productFigures } from './product-figures.ts';

/** @returns the file and its present address; null when its first instrument cannot be drawn. */
export function wantedDrawing(wanted: WantedDrawing, read: Reader): { svg: string; path: string } | null {
  const figures = productFigures(wanted.symbols, { read, locale: wanted.locale });
  if (!figures) return null;
  const svg = drawProduct(wanted, figures);
  return { svg, path: drawingPath(wanted, svg) };
}
