/** The answers of the single calculators as lines: each formula with its numbers. */
import type {
  MarginAnswer,
  ProfitAnswer,
  SizeAnswer,
  SwapAnswer,
  pipValue,
} from '../../../content/costs/calculators.ts';
import type { Conversion } from '../../../content/costs/conversion.ts';
import type { RatePair, Side } from '../../../content/costs/cost-types.ts';
import type { TwoAmounts } from '../../../content/costs/trade.ts';
import type { CostAnswer } from './cost-answer.ts';
import type { CostAccountChoice, CostSubject } from './cost-fields.ts';
import {
  conversionLines,
  inQuote,
  nightLines,
  plainFigure,
  priceFigure,
  product,
  swapFormula,
  swapNote,
} from './cost-lines.ts';
import type { CostWriter } from './cost-writer.ts';

/** A question whose fields are read. */
export interface Asked {
  instrument: CostSubject;
  account: CostAccountChoice;
  /** Plain digits. */
  lots: string;
  currency: string;
  pairs: readonly RatePair[];
  side: Side;
}

type PipAnswer = Extract<ReturnType<typeof pipValue>, { ok: true }>['value'];

/** What spreads and distances of an instrument are counted in: pips, points, or the currency of its price. */
export function distanceUnit({ assetClass, quoteCurrency }: CostSubject, { words }: CostWriter): string {
  if (assetClass.startsWith('forex')) return words.pips;
  return assetClass === 'index' ? words.points : quoteCurrency;
}

function caption({ instrument, lots }: Asked, writer: CostWriter): string {
  return writer.text('billCaption', { name: instrument.name, lots: writer.lots(lots) });
}

function total(label: string, detail: string, amounts: TwoAmounts, writer: CostWriter, signed = false) {
  return {
    label,
    detail: `${detail}${inQuote(amounts, writer)}`,
    amount: writer.money(amounts.account, signed),
    kind: 'total' as const,
  };
}

export function pipAnswer({ trade, value }: PipAnswer, asked: Asked, writer: CostWriter): CostAnswer {
  const { contractSize, pipSize } = asked.instrument;
  return {
    caption: caption(asked, writer),
    lines: [
      { label: writer.words.formula, detail: writer.words.pipFormula, kind: 'aside' },
      total(writer.words.pipValue, product(writer, asked.lots, contractSize, pipSize), value, writer),
      ...conversionLines([trade.fromQuote], writer),
    ],
    notes: ['noteRate', 'noteRounding'],
  };
}

export function marginAnswer(
  { trade, position, margin, leverage }: MarginAnswer,
  asked: Asked,
  writer: CostWriter,
): CostAnswer {
  const { contractSize } = asked.instrument;
  return {
    caption: caption(asked, writer),
    lines: [
      { label: writer.words.formula, detail: writer.words.marginWhole, kind: 'aside' },
      {
        label: writer.words.position,
        detail: `${product(writer, asked.lots, contractSize, priceFigure(asked.instrument))}${inQuote(position, writer)}`,
        amount: writer.money(position.account),
        kind: 'aside',
      },
      total(
        writer.words.margin,
        writer.text('marginFormula', { leverage: writer.number(String(leverage)) }),
        margin,
        writer,
      ),
      ...conversionLines([trade.fromQuote], writer),
    ],
    notes: ['noteMargin', 'noteRounding'],
  };
}

export function profitAnswer(
  { trade, open, close, pips, result }: ProfitAnswer,
  asked: Asked,
  writer: CostWriter,
): CostAnswer {
  const [first, second] = asked.side === 'long' ? [close, open] : [open, close];
  const move = `(${writer.number(first)}\u00a0− ${writer.number(second)})`;
  return {
    caption: caption(asked, writer),
    lines: [
      { label: writer.words.formula, detail: writer.words.profitFormula, kind: 'aside' },
      {
        label: writer.words.move,
        amount: `${writer.number(pips)}\u00a0${distanceUnit(asked.instrument, writer)}`,
        kind: 'aside',
      },
      total(
        writer.words.profit,
        `${move}\u00a0× ${product(writer, asked.lots, asked.instrument.contractSize)}`,
        result,
        writer,
        true,
      ),
      ...conversionLines([trade.fromQuote], writer),
    ],
    notes: ['noteProfit', 'noteRate', 'noteRounding'],
  };
}

export function sizeAnswer(
  { trade, lots, exactLots, risk, stop, lossOfLot, loss, capped }: SizeAnswer,
  asked: Asked,
  writer: CostWriter,
): CostAnswer {
  const { words, number } = writer;
  const { contractSize, pipSize, lotStep } = asked.instrument;
  const { spread, commission } = trade.terms;
  const commissions =
    commission === 0 ? '' : ` + 2\u00a0× ${writer.money({ currency: 'USD', amount: plainFigure(commission) })}`;
  return {
    caption: writer.text('sizeCaption', { name: asked.instrument.name }),
    lines: [
      { label: words.formula, detail: words.sizeFormula, kind: 'aside' },
      {
        label: words.lossOfLot,
        detail: `(${number(stop)}\u00a0+ ${number(plainFigure(spread))})\u00a0× ${product(writer, contractSize, pipSize)}${commissions}`,
        amount: writer.money(lossOfLot),
        kind: 'aside',
      },
      {
        label: words.lossAtStop,
        detail: `${number(lots)}\u00a0× ${writer.money(lossOfLot)}`,
        amount: writer.money(loss),
        kind: 'aside',
      },
      {
        label: words.size,
        detail: capped
          ? words.sizeCapped
          : `${writer.money(risk)}\u00a0÷ ${writer.money(lossOfLot)} = ${number(exactLots)}; ${writer.text('roundedDown', { step: number(plainFigure(lotStep)) })}`,
        amount: writer.lots(lots),
        kind: 'total',
      },
      ...conversionLines(
        [trade.fromQuote, ...(commission === 0 || asked.instrument.quoteCurrency === 'USD' ? [] : [trade.fromDollar])],
        writer,
      ),
    ],
    notes: ['noteSize', 'noteRate'],
  };
}

export function swapAnswer(
  { trade, nights, ofNight, swapFree, total: sum }: SwapAnswer,
  asked: Asked,
  writer: CostWriter,
): CostAnswer {
  const { instrument, side, account } = asked;
  const path = instrument.swapUnit === 'usd-per-lot' ? trade.fromDollar : trade.fromQuote;
  return {
    caption: caption(asked, writer),
    lines: [
      {
        label: writer.words.formula,
        detail: instrument.swapUnit === 'usd-per-lot' ? writer.words.swapFormulaLot : writer.words.swapFormulaYear,
        kind: 'aside',
      },
      {
        label: writer.words.swapOfNight,
        detail: swapFormula(instrument, asked.lots, side, writer),
        amount: writer.money(ofNight, true),
        kind: 'aside',
      },
      ...nightLines(nights, swapFree, writer, account.name),
      { label: writer.words.swapTotal, amount: writer.money(sum, true), kind: 'total' },
      ...conversionLines([path], writer),
    ],
    notes: [swapNote(instrument), 'noteRounding'],
  };
}

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
