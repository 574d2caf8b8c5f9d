/** Turns computed costs into the lines of a bill: name, formula with its numbers, and amount. */
import { margin, pipValue, positionSize, profitAndLoss, swapCost } from '../../../content/costs/calculators.ts';
import { type Conversion, type RatePath } from '../../../content/costs/conversion.ts';
import { type BookedNight, costBill, addMoney } from '../../../content/costs/cost-bill.ts';
import {
  type CostInstrument,
  type CostResult,
  type Money,
  type RatePair,
  type Side,
  success,
} from '../../../content/costs/cost-types.ts';
import { exact, shortest, significant } from '../../../content/costs/exact.ts';
import type { TwoAmounts } from '../../../content/costs/trade.ts';
import type { CostAccountChoice, CostTool, CostValues } from './cost-fields.ts';
import type { CostWords, CostWriter } from './cost-writer.ts';

interface CostLine {
  label: string;
  /** The formula with its numbers. */
  detail?: string | undefined;
  amount?: string | undefined;
  /** `total` is the answer; `aside` is not a cost. */
  kind?: 'total' | 'aside';
}

export interface CostAnswer {
  /** The question in a few words: the caption of the bill. */
  caption: string;
  lines: CostLine[];
  /** Keys of the sentences on rounding and assumptions. */
  notes: (keyof CostWords)[];
}

/** A question with its choices found and its numbers in plain digits. */
export interface CostQuestion extends Omit<CostValues, 'side' | 'account'> {
  instrument: CostInstrument;
  account: CostAccountChoice;
  side: Side;
  /** ISO date of the first evening. */
  from: string;
  pairs: readonly RatePair[];
}

const dollar = 'USD';
/** The most evenings that have their own line; the rest share one line. */
const mostEvenings = 14;

/** A figure of an instrument in plain digits, without trailing zeros. */
export function plainFigure(value: number): string {
  return shortest(exact(value), 0, 8);
}

/** A price as it is quoted: with the decimals of a pip, and at least two. */
export function priceFigure({ referencePrice, pipSize }: CostInstrument): string {
  return shortest(exact(referencePrice), Math.max(2, plainFigure(pipSize).split('.')[1]?.length ?? 0), 8);
}

/** The unit of an instrument's spreads and distances: pips, points, or the currency of its price. */
export function distanceUnit({ assetClass, quoteCurrency }: CostInstrument, { words }: CostWriter): string {
  if (assetClass.startsWith('forex')) return words.pips;
  return assetClass === 'index' ? words.points : quoteCurrency;
}

/** Factors of a product, each as a figure: `0.5 × 100 × 4,000`. */
function product(writer: CostWriter, ...factors: (string | number)[]): string {
  return factors
    .map((factor) => writer.number(typeof factor === 'number' ? plainFigure(factor) : factor))
    .join('\u00a0× ');
}

function dollars(amount: string, writer: CostWriter, signed = false): string {
  return writer.money({ currency: dollar, amount }, signed);
}

/** A formula or a subtotal. */
function aside(label: string, detail: string, amount?: string): CostLine {
  return { label, detail, amount, kind: 'aside' };
}

/** A formula, with its result in the currency of the price where the account has another one. */
function withQuote(formula: string, { quote, account }: TwoAmounts, writer: CostWriter): string {
  return quote.currency === account.currency ? formula : `${formula} = ${writer.money(quote)}`;
}

function positionLine({ instrument, lots }: CostQuestion, position: TwoAmounts, writer: CostWriter): CostLine {
  const formula = product(writer, lots, instrument.contractSize, priceFigure(instrument));
  return aside(writer.words.position, withQuote(formula, position, writer), writer.money(position.account));
}

function marginText(leverage: number, writer: CostWriter): string {
  return writer.text('marginFormula', { leverage: writer.number(String(leverage)) });
}

/** `1 USD = 0.852 EUR: ÷ EURUSD 1.1736`, one line for each conversion. */
function conversionLines(paths: readonly RatePath[], writer: CostWriter): CostLine[] {
  return paths
    .filter(({ steps }) => steps.length > 0)
    .map(({ from, to, rate, steps }) => {
      const ways = steps.map(({ symbol, price, multiplies }) => {
        const figure = writer.number(shortest(exact(price), 2, 8));
        return `${multiplies ? '×' : '÷'}\u00a0${symbol}\u00a0${figure}`;
      });
      // Where a phone has no room for both amounts in one line, it breaks between them.
      const equation = writer
        .text('rate', { from, to, rate: writer.number(rate) })
        .replaceAll(' ', '\u00a0')
        .replace('=\u00a0', '= ');
      return aside(writer.text('conversion', { from, to }), ways.join(' '), equation);
    });
}

function nightLabel({ weekday, counts }: BookedNight, writer: CostWriter): string {
  const day = writer.words[weekday];
  if (counts === 3) return writer.text('tripleNight', { day });
  return writer.text(counts === 0 ? 'weekendNight' : 'night', { day });
}

/** The evenings of a swap one by one, then the credit for swap-free days. */
function nightLines(
  nights: readonly BookedNight[],
  swapFree: Money,
  { account }: CostQuestion,
  writer: CostWriter,
): CostLine[] {
  const shown = nights.length > mostEvenings + 1 ? nights.slice(0, mostEvenings) : nights;
  const rest = nights.slice(shown.length).map(({ amount }) => amount);
  const free = nights.filter((night) => night.free);
  const lines = shown.map((night): CostLine => ({
    label: nightLabel(night, writer),
    detail: night.free ? writer.words.swapFree : undefined,
    amount: writer.money(night.amount, true),
  }));
  if (rest.length > 0)
    lines.push({
      label: writer.text('moreNights', { count: writer.number(String(rest.length)) }),
      amount: writer.money(addMoney(rest, swapFree.currency), true),
    });
  if (free.length > 0)
    lines.push({
      label: writer.text('swapFreeDays', { account: account.name }),
      detail: writer.text('swapFreeCount', { count: String(free.length) }),
      amount: writer.money(swapFree, true),
    });
  return lines;
}

/** Which nights are charged. */
function swapNote({ tripleSwapDay }: CostInstrument): keyof CostWords {
  return tripleSwapDay === 'none' ? 'noteEachNight' : 'noteSwap';
}

/** How a night's swap is worked out. */
function swapFormula({ instrument, lots, side }: CostQuestion, writer: CostWriter): string {
  const rate = side === 'long' ? instrument.swapLong : instrument.swapShort;
  if (instrument.swapUnit === 'usd-per-lot')
    return `${writer.number(lots)}\u00a0× ${dollars(shortest(exact(rate), 2, 8), writer, true)}`;
  const value = product(writer, lots, instrument.contractSize, priceFigure(instrument));
  return `${value}\u00a0× ${writer.percent(plainFigure(rate))}\u00a0÷ 360`;
}

function billCaption({ instrument, lots }: CostQuestion, writer: CostWriter): string {
  return writer.text('billCaption', { name: instrument.name, lots: writer.lots(lots) });
}

/** The answer to the question of a tool, or its problems. */
type Calculator = (question: CostQuestion, writer: CostWriter) => CostResult<CostAnswer>;

function answered<Value>(result: CostResult<Value>, write: (value: Value) => CostAnswer): CostResult<CostAnswer> {
  return result.ok ? success(write(result.value)) : result;
}

export const calculators: Record<Exclude<CostTool, 'convert'>, Calculator> = {
  cost: (question, writer) =>
    answered(costBill(question), (bill) => {
      const { words } = writer;
      const { contractSize, pipSize } = question.instrument;
      // A spread that is stated in money, or in whole points, needs no pip.
      const spread = product(writer, question.lots, contractSize, bill.spreadPips, ...(pipSize === 1 ? [] : [pipSize]));
      const commission = dollars(shortest(exact(bill.commissionRate), 2, 8), writer);
      // Two digits, without its sign: the amount next to it has the sign.
      const share = significant(exact(bill.share.replace('-', '')), 2);
      return {
        caption: billCaption(question, writer),
        lines: [
          positionLine(question, bill.position, writer),
          aside(words.margin, marginText(bill.leverage, writer), writer.money(bill.margin.account)),
          {
            label: words.spread,
            detail: withQuote(spread, bill.spread, writer),
            amount: writer.money(bill.spread.account, true),
          },
          {
            label: words.commission,
            detail: `2\u00a0× ${writer.number(question.lots)}\u00a0× ${commission}`,
            amount: writer.money(bill.commission, true),
          },
          ...(bill.nights.length > 0
            ? [aside(words.swapOfNight, swapFormula(question, writer), writer.money(bill.ofNight, true))]
            : []),
          ...nightLines(bill.nights, bill.swapFree, question, writer),
          {
            label: words.total,
            detail: writer.text('share', { share: writer.percent(share) }),
            amount: writer.money(bill.total, true),
            kind: 'total',
          },
          ...conversionLines(bill.paths, writer),
        ],
        notes: ['noteBill', swapNote(question.instrument), 'noteRounding'],
      };
    }),

  pip: (question, writer) =>
    answered(pipValue(question), ({ trade, value }) => {
      const { contractSize, pipSize } = question.instrument;
      return {
        caption: billCaption(question, writer),
        lines: [
          aside(writer.words.formula, writer.words.pipFormula),
          {
            label: writer.words.pipValue,
            detail: withQuote(product(writer, question.lots, contractSize, pipSize), value, writer),
            amount: writer.money(value.account),
            kind: 'total',
          },
          ...conversionLines([trade.fromQuote], writer),
        ],
        notes: ['noteRate', 'noteRounding'],
      };
    }),

  margin: (question, writer) =>
    answered(margin(question), ({ trade, position, margin: sum, leverage }) => ({
      caption: billCaption(question, writer),
      lines: [
        aside(writer.words.formula, writer.words.marginWhole),
        positionLine(question, position, writer),
        {
          label: writer.words.margin,
          detail: withQuote(marginText(leverage, writer), sum, writer),
          amount: writer.money(sum.account),
          kind: 'total',
        },
        ...conversionLines([trade.fromQuote], writer),
      ],
      notes: ['noteMargin', 'noteRounding'],
    })),

  profit: (question, writer) =>
    answered(profitAndLoss(question), ({ trade, open, close, pips, result }) => {
      const { instrument, side, lots } = question;
      const [first, second] = side === 'long' ? [close, open] : [open, close];
      const move = `(${writer.number(first)}\u00a0− ${writer.number(second)})`;
      return {
        caption: billCaption(question, writer),
        lines: [
          aside(writer.words.formula, writer.words.profitFormula),
          aside(writer.words.move, '', `${writer.number(pips)}\u00a0${distanceUnit(instrument, writer)}`),
          {
            label: writer.words.profit,
            detail: withQuote(`${move}\u00a0× ${product(writer, lots, instrument.contractSize)}`, result, writer),
            amount: writer.money(result.account, true),
            kind: 'total',
          },
          ...conversionLines([trade.fromQuote], writer),
        ],
        notes: ['noteProfit', 'noteRate', 'noteRounding'],
      };
    }),

  size: (question, writer) =>
    answered(positionSize(question), ({ trade, lots, exactLots, risk, stop, lossOfLot, loss, capped }) => {
      const { words, number } = writer;
      const { name, contractSize, pipSize, lotStep, quoteCurrency } = question.instrument;
      const { spread, commission } = trade.terms;
      const commissions = commission === 0 ? '' : ` + 2\u00a0× ${dollars(plainFigure(commission), writer)}`;
      const pips = `(${number(stop)}\u00a0+ ${number(plainFigure(spread))})`;
      const ofLot = writer.money(lossOfLot);
      const rounding = writer.text('roundedDown', { step: number(plainFigure(lotStep)) });
      return {
        caption: writer.text('sizeCaption', { name }),
        lines: [
          aside(words.formula, words.sizeFormula),
          aside(words.lossOfLot, `${pips}\u00a0× ${product(writer, contractSize, pipSize)}${commissions}`, ofLot),
          aside(words.lossAtStop, `${number(lots)}\u00a0× ${ofLot}`, writer.money(loss)),
          {
            label: words.size,
            detail: capped
              ? words.sizeCapped
              : `${writer.money(risk)}\u00a0÷ ${ofLot} = ${number(exactLots)}; ${rounding}`,
            amount: writer.lots(lots),
            kind: 'total',
          },
          ...conversionLines(
            [trade.fromQuote, ...(commission === 0 || quoteCurrency === dollar ? [] : [trade.fromDollar])],
            writer,
          ),
        ],
        notes: ['noteSize', 'noteRate'],
      };
    }),

  swap: (question, writer) =>
    answered(swapCost(question), ({ trade, nights, ofNight, swapFree, total }) => {
      const { words } = writer;
      const isPerLot = question.instrument.swapUnit === 'usd-per-lot';
      return {
        caption: billCaption(question, writer),
        lines: [
          aside(words.formula, isPerLot ? words.swapFormulaLot : words.swapFormulaYear),
          aside(words.swapOfNight, swapFormula(question, writer), writer.money(ofNight, true)),
          ...nightLines(nights, swapFree, question, writer),
          { label: words.swapTotal, amount: writer.money(total, true), kind: 'total' },
          ...conversionLines([isPerLot ? trade.fromDollar : trade.fromQuote], writer),
        ],
        notes: [swapNote(question.instrument), 'noteRounding'],
      };
    }),
};

export function conversionAnswer({ amount, result, path }: Conversion, writer: CostWriter): CostAnswer {
  return {
    caption: writer.text('conversion', { from: amount.currency, to: result.currency }),
    lines: [
      ...conversionLines([path], writer),
      { label: writer.money(amount), amount: writer.money(result), kind: 'total' },
    ],
    notes: ['noteRate', 'noteRounding'],
  };
}
