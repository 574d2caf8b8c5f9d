/** The diagram that an address names, as it is now. */
import type { Reader } from '../../../content/replica/reader.ts';
import { type WantedDiagram, diagramPath } from '../../drawings/diagram-address.ts';
import { drawDiagram } from '../../drawings/draw-diagram.tsx';
import { diagramFigures } from './diagram-figures.ts';

/** @returns the file and its present address; null when the page has no such diagram, or it cannot be drawn. */
export function wantedDiagram(wanted: WantedDiagram, read: Reader): { svg: string; path: string } | null {
  const { locale, page, kind, crop } = wanted;
  const block = read
    .get('page', page, locale)
    ?.blocks.find((one) => one.component === 'blocks.diagram' && one.kind === kind);
  const figures = block?.component === 'blocks.diagram' ? diagramFigures(block, { read, locale }) : null;
  if (!figures) return null;
  const { svg } = drawDiagram(figures, crop);
  return { svg, path: diagramPath(wanted, svg) };
}
