/** Computed costs as the lines of a bill: what it is, how it was worked out, and the amount. */
import type { RatePath } from '../../../content/costs/conversion.ts';
import { type BookedNight, type CostBill, sumOf } from '../../../content/costs/cost-bill.ts';
import type { CostInstrument, Money } from '../../../content/costs/cost-types.ts';
import { exact, shortest, significant } from '../../../content/costs/exact.ts';
import type { TwoAmounts } from '../../../content/costs/trade.ts';
import type { CostWriter } from './cost-writer.ts';

export interface CostLine {
  label: string;
  /** The formula with its numbers. */
  detail?: string | undefined;
  amount?: string | undefined;
  /** `total` is the answer; `aside` is no cost. */
  kind?: 'total' | 'aside';
}

/** Evenings that are shown one by one; the rest is one line. */
const mostEvenings = 14;

/** A figure of an instrument in plain digits, as short as it is. */
export function plainFigure(value: number): string {
  return shortest(exact(value), 0, 8);
}

/** A price as it is quoted: with the decimals of a pip, and at least two. */
export function priceFigure({ referencePrice, pipSize }: CostInstrument): string {
  return shortest(exact(referencePrice), Math.max(2, plainFigure(pipSize).split('.')[1]?.length ?? 0), 8);
}

/** Factors of a product, each as a figure: `0.5 × 100 × 4,000`. */
export function product(writer: CostWriter, ...factors: (string | number)[]): string {
  return factors
    .map((factor) => writer.number(typeof factor === 'number' ? plainFigure(factor) : factor))
    .join('\u00a0× ');
}

/** What follows a formula: its result in the currency of the price, where the account has another one. */
export function inQuote({ quote, account }: TwoAmounts, writer: CostWriter): string {
  return quote.currency === account.currency ? '' : ` = ${writer.money(quote)}`;
}

/** `1 USD = 0.852 EUR: ÷ EURUSD 1.1736`, one line for each conversion. */
export function conversionLines(paths: readonly RatePath[], writer: CostWriter): CostLine[] {
  return paths
    .filter(({ steps }) => steps.length > 0)
    .map(({ from, to, rate, steps }) => ({
      label: writer.text('conversion', { from, to }),
      detail: steps
        .map(
          ({ symbol, price, multiplies }) =>
            `${multiplies ? '×' : '÷'}\u00a0${symbol}\u00a0${writer.number(shortest(exact(price), 2, 8))}`,
        )
        .join(' '),
      // Where a phone has no room for both amounts in one line, it breaks between them.
      amount: writer
        .text('rate', { from, to, rate: writer.number(rate) })
        .replaceAll(' ', '\u00a0')
        .replace('=\u00a0', '= '),
      kind: 'aside',
    }));
}

function nightLabel({ weekday, counts }: BookedNight, writer: CostWriter): string {
  const day = writer.words[weekday];
  if (counts === 3) return writer.text('tripleNight', { day });
  return writer.text(counts === 0 ? 'weekendNight' : 'night', { day });
}

/** The evenings of a swap, one by one; what swap-free days take back follows. */
export function nightLines(
  nights: readonly BookedNight[],
  swapFree: Money,
  writer: CostWriter,
  account: string,
): CostLine[] {
  const shown = nights.length > mostEvenings + 1 ? nights.slice(0, mostEvenings) : nights;
  const rest = nights.slice(shown.length);
  const lines = shown.map((night): CostLine => ({
    label: nightLabel(night, writer),
    ...(night.free ? { detail: writer.words.swapFree } : {}),
    amount: writer.money(night.amount, true),
  }));
  if (rest.length > 0)
    lines.push({
      label: writer.text('moreNights', { count: writer.number(String(rest.length)) }),
      amount: writer.money(
        sumOf(
          rest.map(({ amount }) => amount),
          swapFree.currency,
        ),
        true,
      ),
    });
  if (nights.some(({ free }) => free))
    lines.push({
      label: writer.text('swapFreeDays', { account }),
      detail: writer.text('swapFreeCount', { count: String(nights.filter(({ free }) => free).length) }),
      amount: writer.money(swapFree, true),
    });
  return lines;
}

/** Which nights are charged. */
export function swapNote({ tripleSwapDay }: CostInstrument): 'noteSwap' | 'noteEachNight' {
  return tripleSwapDay === 'none' ? 'noteEachNight' : 'noteSwap';
}

/** How a night's swap is worked out. */
export function swapFormula(
  instrument: CostInstrument,
  lots: string,
  side: 'long' | 'short',
  writer: CostWriter,
): string {
  const rate = side === 'long' ? instrument.swapLong : instrument.swapShort;
  if (instrument.swapUnit === 'usd-per-lot')
    return `${writer.number(lots)}\u00a0× ${writer.money({ currency: 'USD', amount: shortest(exact(rate), 2, 8) }, true)}`;
  const value = product(writer, lots, instrument.contractSize, priceFigure(instrument));
  return `${value}\u00a0× ${writer.percent(plainFigure(rate))}\u00a0÷ 360`;
}

/** The bill of a position. @param lots plain digits. */
export function billLines(
  bill: CostBill,
  {
    instrument,
    lots,
    side,
    account,
  }: { instrument: CostInstrument; lots: string; side: 'long' | 'short'; account: string },
  writer: CostWriter,
): CostLine[] {
  const { contractSize, pipSize } = instrument;
  // A spread that is stated in money, or in whole points, needs no pip.
  const pip = pipSize === 1 ? [] : [pipSize];
  return [
    {
      label: writer.words.position,
      detail: `${product(writer, lots, contractSize, priceFigure(instrument))}${inQuote(bill.position, writer)}`,
      amount: writer.money(bill.position.account),
      kind: 'aside',
    },
    {
      label: writer.words.margin,
      detail: writer.text('marginFormula', { leverage: writer.number(String(bill.leverage)) }),
      amount: writer.money(bill.margin.account),
      kind: 'aside',
    },
    {
      label: writer.words.spread,
      detail: `${product(writer, lots, contractSize, bill.spreadPips, ...pip)}${inQuote(bill.spread, writer)}`,
      amount: writer.money(bill.spread.account, true),
    },
    {
      label: writer.words.commission,
      detail: `2\u00a0× ${writer.number(lots)}\u00a0× ${writer.money({ currency: 'USD', amount: shortest(exact(bill.commissionRate), 2, 8) })}`,
      amount: writer.money(bill.commission, true),
    },
    ...(bill.nights.length > 0
      ? [
          {
            label: writer.words.swapOfNight,
            detail: swapFormula(instrument, lots, side, writer),
            amount: writer.money(bill.ofNight, true),
            kind: 'aside',
          } as const,
        ]
      : []),
    ...nightLines(bill.nights, bill.swapFree, writer, account),
    {
      label: writer.words.total,
      detail: writer.text('share', { share: writer.percent(shareOf(bill)) }),
      amount: writer.money(bill.total, true),
      kind: 'total',
    },
    ...conversionLines(bill.paths, writer),
  ];
}

/** The share without its sign, with two digits that say something: the amount beside it has the sign. */
function shareOf({ share }: CostBill): string {
  return significant(exact(share.replace('-', '')), 2);
}
