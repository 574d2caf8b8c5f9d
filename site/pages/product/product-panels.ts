/** The block of a platform: its drawings by their addresses, and the figures of the ticket as text. */
import { type Product, type ProductView, productViews } from '../../../content/model-blocks.ts';
import type { Reader } from '../../../content/replica/reader.ts';
import type { Locale } from '../../../content/locales.ts';
import type { ProductPanel, ResolvedProduct } from '../../blocks/resolved-block.ts';
import { drawProduct } from '../../drawings/draw-product.tsx';
import { drawingPath, marksOf } from '../../drawings/drawing-address.ts';
import {
  type ProductCrop,
  type ProductFigures,
  drawingSizes,
  isDrawn,
  productCrops,
  smallestCropWith,
} from '../../drawings/product-figures.ts';
import { translator } from '../../i18n/translate.ts';
import { productFigures } from './product-figures.ts';

interface Source {
  read: Reader;
  locale: Locale;
}

/** What the platform does not have, or has a number already, has no place on its drawing. */
function calloutsOf({ callouts }: Product, view: ProductView) {
  return callouts.flatMap(({ part, title, text, ...callout }, index) => {
    const from = callout.view === view ? smallestCropWith(part, view) : null;
    const isFirst = callouts.findIndex((other) => other.view === view && other.part === part) === index;
    return from && isFirst ? [{ part, title, text, from }] : [];
  });
}

function panelOf(view: ProductView, block: Product, figures: ProductFigures): ProductPanel {
  const { locale, siteName, quotes } = figures;
  const callouts = calloutsOf(block, view);
  const drawing = (crop: ProductCrop) => {
    const marks = marksOf(callouts.flatMap(({ part }) => (isDrawn(part, view, crop) ? part : [])));
    const svg = drawProduct({ view, crop, marks }, figures);
    return {
      src: drawingPath({ locale, view, crop, symbols: block.instruments, marks }, svg),
      ...drawingSizes[view][crop],
    };
  };
  return {
    view,
    alt: translator(locale)(`product.alt.${view}`, { site: siteName, symbol: quotes[0].symbol }),
    drawings: Object.fromEntries(productCrops.map((crop) => [crop, drawing(crop)])) as ProductPanel['drawings'],
    callouts,
  };
}

/** @param withCosts false for MetaTrader 5 alone: its ticket says nothing of them. */
function figuresOf(
  { locale, ticket, words, chart, quotes: [quote] }: ProductFigures,
  withCosts: boolean,
): ResolvedProduct['figures'] {
  const t = translator(locale);
  const costs = [
    [words.costNow, ticket.cost],
    [words.margin, ticket.margin],
    [words.swapNight, ticket.swap],
    [words.lossAtStop, ticket.lossAtStop],
  ] as const;
  return {
    caption: t('product.ticketOf', { side: ticket.side, lots: ticket.lotsText, name: quote.name }),
    lines: [
      [words.bid, quote.bid],
      [words.ask, quote.ask],
      [words.stopLoss, `${ticket.stopPrice} (${ticket.stopDistance})`],
      ...(withCosts ? costs : []),
    ],
    note: `${t('product.note', { date: chart.lastDay })} ${t('costs.words.demonstration')}`,
  };
}

/** Drawn once until a figure changes: the addresses have a hash of what is drawn. */
export function productPanels(block: Product, { read, locale }: Source): Pick<ResolvedProduct, 'panels' | 'figures'> {
  const { show, instruments, callouts } = block;
  const wanted = callouts.map(({ view, part }) => `${view}-${part}`);
  const drawn = read.computed(`product ${locale} ${show} ${instruments.join()} ${wanted.join()}`, (all) => {
    const figures = productFigures(instruments, { read: all, locale });
    const views = show === 'all' ? productViews : [show];
    return {
      panels: figures ? views.map((view) => panelOf(view, block, figures)) : [],
      figures: figures && figuresOf(figures, show !== 'mt5'),
    };
  });
  // Words of editors change without the drawing.
  return {
    ...drawn,
    panels: drawn.panels.map((panel) => ({
      ...panel,
      callouts: calloutsOf(block, panel.view),
    })),
  };
}
