/** Draws a diagram as an SVG file, which contains both themes and loads no other file. */
import { renderToStaticMarkup } from 'react-dom/server';
import { localeRecords } from '../../content/locales.ts';
import { drawingStyle } from './palette.ts';
import { drawClientMoney } from './client-money.tsx';
import { drawComposition } from './composition.tsx';
import { drawCorporateActions } from './corporate-actions.tsx';
import { drawCostByVolume } from './cost-by-volume.tsx';
import {
  type AnyDiagram,
  type DiagramCrop,
  type DiagramFigures,
  type Drawn,
  diagramWidths,
} from './diagram-figures.ts';
import { drawReleaseWeek } from './release-week.tsx';
import { drawSessionClock } from './session-clock.tsx';
import { drawWeekendGap } from './weekend-gap.tsx';

function drawFigures(figures: AnyDiagram, crop: DiagramCrop): Drawn {
  switch (figures.kind) {
    case 'sessions':
      return drawSessionClock(figures, crop);
    case 'composition':
      return drawComposition(figures, crop);
    case 'releases':
      return drawReleaseWeek(figures, crop);
    case 'corporate-actions':
      return drawCorporateActions(figures, crop);
    case 'weekend-gap':
      return drawWeekendGap(figures, crop);
    case 'cost-by-volume':
      return drawCostByVolume(figures, crop);
    default:
      return drawClientMoney(figures, crop);
  }
}

/** Draws a diagram. @returns the file and its size. The same figures give the same bytes. */
export function drawDiagram(
  { locale, drawing }: DiagramFigures,
  crop: DiagramCrop,
): { svg: string; width: number; height: number } {
  const { height, content } = drawFigures(drawing, crop);
  const width = diagramWidths[crop];
  const svg = renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      lang={localeRecords[locale].tag}
    >
      <style>{drawingStyle}</style>
      <rect width={width} height={height} className="p" />
      {content}
    </svg>,
  );
  return { svg, width, height };
}
