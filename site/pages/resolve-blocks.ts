/** Fills in the documents that blocks refer to: accounts, questions of a group, articles. */
import type { Block, Cell, Column, Table } from '../../content/model-blocks.ts';
import type { Html } from '../../content/model-values.ts';
import type { Reader } from '../../content/replica/reader.ts';
import type { DailyBar } from '../../content/model-instruments.ts';
import type { Closes, ResolvedBlock, ResolvedWorkedExample } from '../blocks/resolved-block.ts';
import { readFormats } from '../i18n/formats.ts';
import { translator } from '../i18n/translate.ts';
import { countDigits } from '../instruments/figure.ts';
import { type InstrumentSource, findBySymbol } from '../instruments/find-instruments.ts';
import type { Locale } from '../../content/locales.ts';
import { hasPage, keepLiveLinks } from '../layout/live-links.ts';
import { linkTo } from '../route-patterns.ts';
import { listTeasers } from './article-teaser.ts';
import { resolveForm } from './forms/block-forms.ts';
import { buildDiagramPicture } from './diagrams/diagram.ts';

/** A symbol at the beginning of a cell, as `site/instruments/instrument-table.ts` writes it. */
const symbolFirst = /^(<strong>)?([A-Z][A-Z0-9.]*)/;

function linkSymbol(cell: Cell, column: Column | undefined): Cell {
  if (typeof cell !== 'string' || (column?.figure !== 'symbol' && column?.figure !== 'symbolAndName')) return cell;
  return cell.replace(symbolFirst, (_, strong: string | undefined, symbol: string) => {
    const path = linkTo('/cfd-asset-list/:symbol', { symbol: symbol.toLowerCase() });
    return `${strong ?? ''}<a href="${path}">${symbol}</a>`;
  }) as Html;
}

/** Links the symbols in a table of instruments to their pages. */
function linkSymbols(table: Table): Table {
  // Typed rows may name anything.
  if (!table.instruments?.length) return table;
  return { ...table, rows: table.rows.map((row) => row.map((cell, index) => linkSymbol(cell, table.columns[index]))) };
}

/** Days of the small line next to a figure: four weeks of most markets, as in tables. */
const trendDays = 20;

function readDailyBars(symbol: string, { read, locale }: InstrumentSource): readonly DailyBar[] {
  return read.get('price-history', symbol.toLowerCase(), locale)?.bars ?? [];
}

/** Reads the latest closes of an instrument, oldest first; null when there are too few for a line. */
function readLatestCloses(symbol: string | null, source: InstrumentSource): Closes {
  const bars = symbol ? readDailyBars(symbol, source) : [];
  return bars.length > 1 ? bars.slice(-trendDays).map(({ close }) => close) : null;
}

/** Builds a chart of all available closes, and a sentence that describes them. */
function buildClosesChart(symbol: string | null, source: InstrumentSource): ResolvedWorkedExample['chart'] {
  const instrument = symbol && findBySymbol(symbol, source);
  if (!symbol || !instrument) return null;
  const bars = readDailyBars(symbol, source);
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last || bars.length < 2) return null;
  const { number, date } = readFormats(source.locale);
  const closes = bars.map(({ close }) => close);
  const price = (value: number) => number(value, countDigits(instrument.tickSize));
  return {
    closes,
    about: translator(source.locale)('blocks.closes', {
      name: instrument.name,
      from: date(first.date),
      to: date(last.date),
      low: price(Math.min(...closes)),
      high: price(Math.max(...closes)),
      close: price(last.close),
    }),
  };
}

function resolveBlock(block: Block, read: Reader, locale: Locale, page: string | null): ResolvedBlock {
  switch (block.component) {
    case 'blocks.account-types':
      return {
        ...block,
        accounts: read.list('account-type', locale).map((account) => keepLiveLinks(account, read, locale)),
        canRegister: hasPage('/register', read, locale),
      };
    case 'blocks.article-list': {
      const relation = block.category ? { relation: ['category', block.category] as const } : {};
      return { ...block, articles: listTeasers(block.kind, read, locale, { ...relation, limit: block.limit }) };
    }
    case 'blocks.faq': {
      const ownQuestions = block.items.map((item, index) => ({ ...item, id: `${block.id}-${index + 1}` }));
      const groupQuestions = block.group
        ? read.list('faq', locale, { relation: ['group', block.group] }).map((faq) => keepLiveLinks(faq, read, locale))
        : [];
      const items = [...ownQuestions, ...groupQuestions.map(({ id, question, answer }) => ({ id, question, answer }))];
      return { ...block, items: items.slice(0, block.limit ?? items.length) };
    }
    case 'blocks.hero':
      return { ...block, table: block.table && linkSymbols(block.table) };
    case 'blocks.data-table':
      return { ...block, table: linkSymbols(block.table) };
    case 'blocks.stats': {
      const items = block.items.map((item) => ({
        ...item,
        closes: readLatestCloses(item.instrument, { read, locale }),
      }));
      return { ...block, items };
    }
    case 'blocks.worked-example':
      return { ...block, chart: buildClosesChart(block.instrument, { read, locale }) };
    case 'blocks.diagram':
      return { ...block, picture: buildDiagramPicture(block, { read, locale }, page) };
    case 'blocks.form':
      return resolveForm(block, locale);
    default:
      return block;
  }
}

/** Resolves the blocks of a page. @param page the id of the page, whose drawings are separate files. Null for blocks outside of a page. */
export function resolveBlocks(
  blocks: readonly Block[],
  read: Reader,
  locale: Locale,
  page: string | null,
): ResolvedBlock[] {
  // The address of a diagram names its page and its kind: a second one of a kind has none.
  const isFirst = (block: Block) =>
    block.component !== 'blocks.diagram' ||
    blocks.find((one) => one.component === block.component && one.kind === block.kind) === block;
  return blocks.map((block) => resolveBlock(block, read, locale, isFirst(block) ? page : null));
}
