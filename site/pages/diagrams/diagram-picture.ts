/** The picture of a diagram: its drawings by their addresses, a sentence and a table for those who cannot see it. */
import type { Reader } from '../../../content/replica/reader.ts';
import type { Locale } from '../../../content/locales.ts';
import type { Diagram } from '../../../content/model-blocks.ts';
import type { DiagramPicture } from '../../blocks/resolved-block.ts';
import { diagramPath } from '../../drawings/diagram-address.ts';
import { type DiagramCrop, diagramCrops } from '../../drawings/diagram-figures.ts';
import { drawDiagram } from '../../drawings/draw-diagram.tsx';
import { diagramFigures } from './diagram-figures.ts';

interface Source {
  read: Reader;
  locale: Locale;
  /** Id of the page, of which it is the first diagram of its kind. Null: the drawing has no address, and is in the HTML. */
  page: string | null;
}

/** @returns null when something that it is made from does not exist. */
export function diagramPicture(block: Diagram, { read, locale, page }: Source): DiagramPicture | null {
  const figures = diagramFigures(block, { read, locale });
  if (!figures) return null;
  const drawing = (crop: DiagramCrop) => {
    const { svg, ...size } = drawDiagram(figures, crop);
    const src = page
      ? diagramPath({ locale, page, kind: block.kind, crop }, svg)
      : `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
    return { src, ...size };
  };
  return {
    alt: figures.alt,
    table: figures.table,
    drawings: Object.fromEntries(diagramCrops.map((crop) => [crop, drawing(crop)])) as DiagramPicture['drawings'],
  };
}
