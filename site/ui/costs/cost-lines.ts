/** Turns computed costs into the lines of a bill: name, formula with its numbers, and amount. */
import {
  calculateMargin,
  calculatePipValue,
  calculatePositionSize,
  calculateProfit,
  calculateSwap,
} from '../../../content/costs/calculators.ts';
import { type Conversion, type RatePath } from '../../../content/costs/conversion.ts';
import { type BookedNight, calculateBill, addMoney } from '../../../content/costs/cost-bill.ts';
import {
  type CostInstrument,
  type CostResult,
  type Money,
  type RatePair,
  type Side,
  success,
} from '../../../content/costs/cost-types.ts';
import { exact, formatShortest, formatSignificant } from '../../../content/costs/exact.ts';
import type { TwoAmounts } from '../../../content/costs/trade.ts';
import type { CostAccountChoice, CostTool, CostValues } from './cost-fields.ts';
import type { CostWords, CostWriter } from './cost-writer.ts';

interface CostLine {
  label: string;
  /** The formula with its numbers. */
  detail?: string | undefined;
  amount?: string | undefined;
  /** `total` is the answer. `aside` explains it: a formula, a subtotal or a rate, which is not added up. */
  kind?: 'total' | 'aside';
}

export interface CostAnswer {
  /** The question in a few words: the caption of the bill. */
  caption: string;
  lines: CostLine[];
  /** Keys of the sentences on rounding and assumptions. */
  notes: (keyof CostWords)[];
}

/** A visitor's question: the instrument and the account are looked up, and the numbers are plain digits such as `1234.5`. */
export interface CostQuestion extends Omit<CostValues, 'side' | 'account'> {
  instrument: CostInstrument;
  account: CostAccountChoice;
  side: Side;
  /** ISO date of the first evening. */
  from: string;
  pairs: readonly RatePair[];
}

const dollar = 'USD';
/** A longer swap shows this many evenings, and all others in one line. An evening books the swap of 0, 1 or 3 nights. */
const maxEvenings = 14;

/** Formats a figure of an instrument in plain digits, without trailing zeros. */
export function formatPlain(value: number): string {
  return formatShortest(exact(value), 0, 8);
}

/** Formats a price as it is quoted: with the decimals of a pip, and at least two. */
export function formatPrice({ referencePrice, pipSize }: CostInstrument): string {
  return formatShortest(exact(referencePrice), Math.max(2, formatPlain(pipSize).split('.')[1]?.length ?? 0), 8);
}

/** Finds the unit of an instrument's spreads and distances: pips, points, or the currency of its price. */
export function findUnit({ assetClass, quoteCurrency }: CostInstrument, { words }: CostWriter): string {
  if (assetClass.startsWith('forex')) return words.pips;
  return assetClass === 'index' ? words.points : quoteCurrency;
}

/** Formats the factors of a product, each as a figure: `0.5 × 100 × 4,000`. */
function formatProduct(writer: CostWriter, ...factors: (string | number)[]): string {
  return factors
    .map((factor) => writer.number(typeof factor === 'number' ? formatPlain(factor) : factor))
    .join('\u00a0× ');
}

function formatDollars(amount: string, writer: CostWriter, signed = false): string {
  return writer.money({ currency: dollar, amount }, signed);
}

/** Creates a line that explains the answer. */
function toAside(label: string, detail: string, amount?: string): CostLine {
  return { label, detail, amount, kind: 'aside' };
}

/** Adds the result in the quote currency to a formula, when the account has another currency. */
function addQuote(formula: string, { quote, account }: TwoAmounts, writer: CostWriter): string {
  return quote.currency === account.currency ? formula : `${formula} = ${writer.money(quote)}`;
}

function buildPosition({ instrument, lots }: CostQuestion, position: TwoAmounts, writer: CostWriter): CostLine {
  const formula = formatProduct(writer, lots, instrument.contractSize, formatPrice(instrument));
  return toAside(writer.words.position, addQuote(formula, position, writer), writer.money(position.account));
}

function formatMarginFormula(leverage: number, writer: CostWriter): string {
  return writer.text('marginFormula', { leverage: writer.number(String(leverage)) });
}

/** Builds one line for each conversion: `1 USD = 0.852 EUR: ÷ EURUSD 1.1736`. */
function listRates(paths: readonly RatePath[], writer: CostWriter): CostLine[] {
  return paths
    .filter(({ steps }) => steps.length > 0)
    .map(({ from, to, rate, steps }) => {
      const factors = steps.map(({ symbol, price, multiplies }) => {
        const figure = writer.number(formatShortest(exact(price), 2, 8));
        return `${multiplies ? '×' : '÷'}\u00a0${symbol}\u00a0${figure}`;
      });
      // Where a phone has no room for both amounts in one line, it breaks between them.
      const equation = writer
        .text('rate', { from, to, rate: writer.number(rate) })
        .replaceAll(' ', '\u00a0')
        .replace('=\u00a0', '= ');
      return toAside(writer.text('conversion', { from, to }), factors.join(' '), equation);
    });
}

function describeNight({ weekday, counts }: BookedNight, writer: CostWriter): string {
  const day = writer.words[weekday];
  if (counts === 3) return writer.text('tripleNight', { day });
  return writer.text(counts === 0 ? 'weekendNight' : 'night', { day });
}

/** Builds a line for each evening, then one that takes back the swap of the swap-free days. */
function listNights(
  nights: readonly BookedNight[],
  swapFree: Money,
  { account }: CostQuestion,
  writer: CostWriter,
): CostLine[] {
  const shown = nights.length > maxEvenings + 1 ? nights.slice(0, maxEvenings) : nights;
  const rest = nights.slice(shown.length).map(({ amount }) => amount);
  const freeNights = nights.filter((night) => night.free);
  const lines = shown.map((night): CostLine => ({
    label: describeNight(night, writer),
    detail: night.free ? writer.words.swapFree : undefined,
    amount: writer.money(night.amount, true),
  }));
  if (rest.length > 0)
    lines.push({
      label: writer.text('moreNights', { count: writer.number(String(rest.length)) }),
      amount: writer.money(addMoney(rest, swapFree.currency), true),
    });
  if (freeNights.length > 0)
    lines.push({
      label: writer.text('swapFreeDays', { account: account.name }),
      detail: writer.text('swapFreeCount', { count: String(freeNights.length) }),
      amount: writer.money(swapFree, true),
    });
  return lines;
}

/** Chooses the note about the charged nights. */
function chooseSwapNote({ tripleSwapDay }: CostInstrument): keyof CostWords {
  return tripleSwapDay === 'none' ? 'noteEachNight' : 'noteSwap';
}

/** Formats the formula of the swap of one night. */
function formatSwapFormula({ instrument, lots, side }: CostQuestion, writer: CostWriter): string {
  const rate = side === 'long' ? instrument.swapLong : instrument.swapShort;
  if (instrument.swapUnit === 'usd-per-lot')
    return `${writer.number(lots)}\u00a0× ${formatDollars(formatShortest(exact(rate), 2, 8), writer, true)}`;
  const value = formatProduct(writer, lots, instrument.contractSize, formatPrice(instrument));
  return `${value}\u00a0× ${writer.percent(formatPlain(rate))}\u00a0÷ 360`;
}

function buildCaption({ instrument, lots }: CostQuestion, writer: CostWriter): string {
  return writer.text('billCaption', { name: instrument.name, lots: writer.lots(lots) });
}

/** Answers the question of a tool, or returns its problems. */
type Calculator = (question: CostQuestion, writer: CostWriter) => CostResult<CostAnswer>;

function map<Value>(result: CostResult<Value>, write: (value: Value) => CostAnswer): CostResult<CostAnswer> {
  return result.ok ? success(write(result.value)) : result;
}

export const calculators: Record<Exclude<CostTool, 'convert'>, Calculator> = {
  cost: (question, writer) =>
    map(calculateBill(question), (bill) => {
      const { words } = writer;
      const { contractSize, pipSize } = question.instrument;
      // A spread that is stated in money, or in whole points, needs no pip.
      const spread = formatProduct(
        writer,
        question.lots,
        contractSize,
        bill.spreadPips,
        ...(pipSize === 1 ? [] : [pipSize]),
      );
      const commission = formatDollars(formatShortest(exact(bill.commissionRate), 2, 8), writer);
      // Two digits, without its sign: the amount next to it has the sign.
      const share = formatSignificant(exact(bill.share.replace('-', '')), 2);
      return {
        caption: buildCaption(question, writer),
        lines: [
          buildPosition(question, bill.position, writer),
          toAside(words.margin, formatMarginFormula(bill.leverage, writer), writer.money(bill.margin.account)),
          {
            label: words.spread,
            detail: addQuote(spread, bill.spread, writer),
            amount: writer.money(bill.spread.account, true),
          },
          {
            label: words.commission,
            detail: `2\u00a0× ${writer.number(question.lots)}\u00a0× ${commission}`,
            amount: writer.money(bill.commission, true),
          },
          ...(bill.nights.length > 0
            ? [toAside(words.swapOfNight, formatSwapFormula(question, writer), writer.money(bill.nightSwap, true))]
            : []),
          ...listNights(bill.nights, bill.swapFree, question, writer),
          {
            label: words.total,
            detail: writer.text('share', { share: writer.percent(share) }),
            amount: writer.money(bill.total, true),
            kind: 'total',
          },
          ...listRates(bill.paths, writer),
        ],
        notes: ['noteBill', chooseSwapNote(question.instrument), 'noteRounding'],
      };
    }),

  pip: (question, writer) =>
    map(calculatePipValue(question), ({ trade, value }) => {
      const { contractSize, pipSize } = question.instrument;
      return {
        caption: buildCaption(question, writer),
        lines: [
          toAside(writer.words.formula, writer.words.pipFormula),
          {
            label: writer.words.pipValue,
            detail: addQuote(formatProduct(writer, question.lots, contractSize, pipSize), value, writer),
            amount: writer.money(value.account),
            kind: 'total',
          },
          ...listRates([trade.fromQuote], writer),
        ],
        notes: ['noteRate', 'noteRounding'],
      };
    }),

  margin: (question, writer) =>
    map(calculateMargin(question), ({ trade, position, margin, leverage }) => ({
      caption: buildCaption(question, writer),
      lines: [
        toAside(writer.words.formula, writer.words.marginWhole),
        buildPosition(question, position, writer),
        {
          label: writer.words.margin,
          detail: addQuote(formatMarginFormula(leverage, writer), margin, writer),
          amount: writer.money(margin.account),
          kind: 'total',
        },
        ...listRates([trade.fromQuote], writer),
      ],
      notes: ['noteMargin', 'noteRounding'],
    })),

  profit: (question, writer) =>
    map(calculateProfit(question), ({ trade, open, close, pips, result }) => {
      const { instrument, side, lots } = question;
      const [first, second] = side === 'long' ? [close, open] : [open, close];
      const move = `(${writer.number(first)}\u00a0− ${writer.number(second)})`;
      return {
        caption: buildCaption(question, writer),
        lines: [
          toAside(writer.words.formula, writer.words.profitFormula),
          toAside(writer.words.move, '', `${writer.number(pips)}\u00a0${findUnit(instrument, writer)}`),
          {
            label: writer.words.profit,
            detail: addQuote(`${move}\u00a0× ${formatProduct(writer, lots, instrument.contractSize)}`, result, writer),
            amount: writer.money(result.account, true),
            kind: 'total',
          },
          ...listRates([trade.fromQuote], writer),
        ],
        notes: ['noteProfit', 'noteRate', 'noteRounding'],
      };
    }),

  size: (question, writer) =>
    map(calculatePositionSize(question), ({ trade, lots, exactLots, risk, stop, lossOfLot, loss, capped }) => {
      const { words, number } = writer;
      const { name, contractSize, pipSize, lotStep, quoteCurrency } = question.instrument;
      const { spread, commission } = trade.terms;
      const commissions = commission === 0 ? '' : ` + 2\u00a0× ${formatDollars(formatPlain(commission), writer)}`;
      const pips = `(${number(stop)}\u00a0+ ${number(formatPlain(spread))})`;
      const lotLoss = writer.money(lossOfLot);
      const rounding = writer.text('roundedDown', { step: number(formatPlain(lotStep)) });
      return {
        caption: writer.text('sizeCaption', { name }),
        lines: [
          toAside(words.formula, words.sizeFormula),
          toAside(
            words.lossOfLot,
            `${pips}\u00a0× ${formatProduct(writer, contractSize, pipSize)}${commissions}`,
            lotLoss,
          ),
          toAside(words.lossAtStop, `${number(lots)}\u00a0× ${lotLoss}`, writer.money(loss)),
          {
            label: words.size,
            detail: capped
              ? words.sizeCapped
              : `${writer.money(risk)}\u00a0÷ ${lotLoss} = ${number(exactLots)}; ${rounding}`,
            amount: writer.lots(lots),
            kind: 'total',
          },
          ...listRates(
            [trade.fromQuote, ...(commission === 0 || quoteCurrency === dollar ? [] : [trade.fromDollar])],
            writer,
          ),
        ],
        notes: ['noteSize', 'noteRate'],
      };
    }),

  swap: (question, writer) =>
    map(calculateSwap(question), ({ trade, nights, nightSwap, swapFree, total }) => {
      const { words } = writer;
      const isPerLot = question.instrument.swapUnit === 'usd-per-lot';
      return {
        caption: buildCaption(question, writer),
        lines: [
          toAside(words.formula, isPerLot ? words.swapFormulaLot : words.swapFormulaYear),
          toAside(words.swapOfNight, formatSwapFormula(question, writer), writer.money(nightSwap, true)),
          ...listNights(nights, swapFree, question, writer),
          { label: words.swapTotal, amount: writer.money(total, true), kind: 'total' },
          ...listRates([isPerLot ? trade.fromDollar : trade.fromQuote], writer),
        ],
        notes: [chooseSwapNote(question.instrument), 'noteRounding'],
      };
    }),
};

export function answerConversion({ amount, result, path }: Conversion, writer: CostWriter): CostAnswer {
  return {
    caption: writer.text('conversion', { from: amount.currency, to: result.currency }),
    lines: [...listRates([path], writer), { label: writer.money(amount), amount: writer.money(result), kind: 'total' }],
    notes: ['noteRate', 'noteRounding'],
  };
}
