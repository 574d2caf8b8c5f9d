/** Diagrams: their figures by kind, their pictures on a page, and the one that an address names. */
import type { Diagram } from '../../../content/model-blocks.ts';
import type { DiagramKind } from '../../../content/model-diagrams.ts';
import type { Reader } from '../../../content/replica/reader.ts';
import type { DiagramPicture } from '../../blocks/resolved-block.ts';
import { type WantedDiagram, buildDiagramPath } from '../../drawings/diagram-address.ts';
import { type DiagramCrop, type DiagramFigures, diagramCrops } from '../../drawings/diagram-figures.ts';
import { drawDiagram } from '../../drawings/draw-diagram.tsx';
import type { InstrumentSource } from '../../instruments/find-instruments.ts';
import { compositionFigures } from './composition-figures.ts';
import { corporateFigures } from './corporate-figures.ts';
import { type ComputeFigures, createDiagramSource } from './diagram-source.ts';
import { moneyFigures } from './money-figures.ts';
import { releaseFigures } from './release-figures.ts';
import { sessionFigures } from './session-figures.ts';
import { volumeFigures } from './volume-figures.ts';
import { weekendFigures } from './weekend-figures.ts';

const kinds: Record<DiagramKind, ComputeFigures> = {
  sessions: sessionFigures,
  composition: compositionFigures,
  releases: releaseFigures,
  'corporate-actions': corporateFigures,
  'weekend-gap': weekendFigures,
  'cost-by-volume': volumeFigures,
  'client-money': moneyFigures,
};

/** Computes the figures of a diagram; null when a required document does not exist. */
function computeFigures(block: Diagram, source: InstrumentSource): DiagramFigures | null {
  const figures = kinds[block.kind](block, createDiagramSource(source));
  return figures && { locale: source.locale, ...figures };
}

/**
 * Builds the drawings of a diagram by their addresses, with a sentence and a table for people who cannot see them.
 * @param page the id of the page, if this is its first diagram of its kind. Null: the drawing has no address, and is in the HTML.
 * @returns null when a document that the diagram needs does not exist.
 */
export function buildDiagramPicture(
  block: Diagram,
  source: InstrumentSource,
  page: string | null,
): DiagramPicture | null {
  const figures = computeFigures(block, source);
  if (!figures) return null;
  const drawCrop = (crop: DiagramCrop) => {
    const { svg, ...size } = drawDiagram(figures, crop);
    const src = page
      ? buildDiagramPath({ locale: source.locale, page, kind: block.kind, crop }, svg)
      : `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
    return { src, ...size };
  };
  return {
    alt: figures.alt,
    table: figures.table,
    drawings: Object.fromEntries(diagramCrops.map((crop) => [crop, drawCrop(crop)])) as DiagramPicture['drawings'],
  };
}

/** Draws the current version of the diagram that an address names; null when the page has no such diagram, or it cannot be drawn. */
export function drawWantedDiagram(wanted: WantedDiagram, read: Reader): { svg: string; path: string } | null {
  const { locale, page, kind, crop } = wanted;
  const block = read
    .get('page', page, locale)
    ?.blocks.find((one) => one.component === 'blocks.diagram' && one.kind === kind);
  const figures = block?.component === 'blocks.diagram' ? computeFigures(block, { read, locale }) : null;
  if (!figures) return null;
  const { svg } = drawDiagram(figures, crop);
  return { svg, path: buildDiagramPath(wanted, svg) };
}
