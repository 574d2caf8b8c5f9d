/** The figures of a diagram by its kind. */
import type { Reader } from '../../../content/replica/reader.ts';
import type { Locale } from '../../../content/locales.ts';
import type { Diagram } from '../../../content/model-blocks.ts';
import type { DiagramKind } from '../../../content/model-diagrams.ts';
import type { DiagramFigures } from '../../drawings/diagram-figures.ts';
import { compositionFigures } from './composition-figures.ts';
import { corporateFigures } from './corporate-figures.ts';
import { type ReadDiagram, diagramSource } from './diagram-source.ts';
import { moneyFigures } from './money-figures.ts';
import { releaseFigures } from './release-figures.ts';
import { sessionFigures } from './session-figures.ts';
import { volumeFigures } from './volume-figures.ts';
import { weekendFigures } from './weekend-figures.ts';

const kinds: Record<DiagramKind, ReadDiagram> = {
  sessions: sessionFigures,
  composition: compositionFigures,
  releases: releaseFigures,
  'corporate-actions': corporateFigures,
  'weekend-gap': weekendFigures,
  'cost-by-volume': volumeFigures,
  'client-money': moneyFigures,
};

/** @returns null when something that it is made from does not exist. */
export function diagramFigures(block: Diagram, source: { read: Reader; locale: Locale }): DiagramFigures | null {
  const figures = kinds[block.kind](block, diagramSource(source));
  return figures && { locale: source.locale, ...figures };
}
