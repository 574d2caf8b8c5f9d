/** The drawing that an address names, as it is now. */
import type { Reader } from '../../../content/replica/reader.ts';
import { drawProduct } from '../../drawings/draw-product.tsx';
import type { WantedDiagram } from '../../drawings/diagrams/diagram-address.ts';
import { type WantedDrawing, drawingPath } from '../../drawings/drawing-address.ts';
import { wantedDiagram } from '../diagrams/diagram.ts';
import { productFigures } from './product-figures.ts';

/** @returns the file and its present address; null when what it is made from does not exist. */
export function wantedDrawing(
  wanted: WantedDrawing | WantedDiagram,
  read: Reader,
): { svg: string; path: string } | null {
  if ('page' in wanted) return wantedDiagram(wanted, read);
  const figures = productFigures(wanted.symbols, { read, locale: wanted.locale });
  if (!figures) return null;
  const svg = drawProduct(wanted, figures);
  return { svg, path: drawingPath(wanted, svg) };
}
