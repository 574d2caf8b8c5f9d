/** A diagram as an SVG file: text as text, both themes inside, nothing from outside. */
import { renderToStaticMarkup } from 'react-dom/server';
import { localeRecords } from '../../content/locales.ts';
import { drawingStyle } from './palette.ts';
import { clientMoney } from './client-money.tsx';
import { composition } from './composition.tsx';
import { corporateActions } from './corporate-actions.tsx';
import { costByVolume } from './cost-by-volume.tsx';
import {
  type AnyDiagram,
  type DiagramCrop,
  type DiagramFigures,
  type Drawn,
  diagramWidths,
} from './diagram-figures.ts';
import { releaseWeek } from './release-week.tsx';
import { sessionClock } from './session-clock.tsx';
import { weekendGap } from './weekend-gap.tsx';

function drawn(figures: AnyDiagram, crop: DiagramCrop): Drawn {
  switch (figures.kind) {
    case 'sessions':
      return sessionClock(figures, crop);
    case 'composition':
      return composition(figures, crop);
    case 'releases':
      return releaseWeek(figures, crop);
    case 'corporate-actions':
      return corporateActions(figures, crop);
    case 'weekend-gap':
      return weekendGap(figures, crop);
    case 'cost-by-volume':
      return costByVolume(figures, crop);
    default:
      return clientMoney(figures, crop);
  }
}

/** @returns the file and its size. The same figures give the same bytes. */
export function drawDiagram(
  { locale, drawing }: DiagramFigures,
  crop: DiagramCrop,
): { svg: string; width: number; height: number } {
  const { height, content } = drawn(drawing, crop);
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
