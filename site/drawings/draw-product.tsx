/** A platform as an SVG file: text as text, both themes inside, nothing from outside. */
import { renderToStaticMarkup } from 'react-dom/server';
import { localeRecords } from '../../content/locales.ts';
import { MetaTrader } from './MetaTrader.tsx';
import { MobileApp } from './MobileApp.tsx';
import { WebTrader } from './WebTrader.tsx';
import { drawingStyle } from './palette.ts';
import { type ProductDrawing, type ProductFigures, drawingSizes } from './product-figures.ts';

const views = { web: WebTrader, app: MobileApp, mt5: MetaTrader };

/** @returns the file. The same figures give the same bytes. */
export function drawProduct({ view, crop, marks }: ProductDrawing, figures: ProductFigures): string {
  const { width, height } = drawingSizes[view][crop];
  const View = views[view];
  const isWindow = view !== 'app';
  return renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      lang={localeRecords[figures.locale].tag}
    >
      <style>{drawingStyle}</style>
      {isWindow ? <rect width={width} height={height} className="p" /> : null}
      <View figures={figures} crop={crop} marks={marks} />
    </svg>,
  );
}
