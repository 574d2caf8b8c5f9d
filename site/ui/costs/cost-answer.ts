/** From what stands in a form to its answer, or to what is wrong with it: the same code on the server and while one types. */
import { margin, pipValue, positionSize, profitAndLoss, swapCost } from '../../../content/costs/calculators.ts';
import { convert } from '../../../content/costs/conversion.ts';
import { costBill, mostNights } from '../../../content/costs/cost-bill.ts';
import { type CostProblem, type CostResult, failure, success } from '../../../content/costs/cost-types.ts';
import { isPlainDecimal } from '../../../content/costs/exact.ts';
import { weekdays } from '../../../content/costs/swap-nights.ts';
import { readDecimal } from '../../i18n/decimal-input.ts';
import {
  type CostAccountChoice,
  type CostFacts,
  type CostFieldName,
  type CostSubject,
  type CostTool,
  type CostValues,
  fieldsOf,
} from './cost-fields.ts';
import { type CostLine, billLines, swapNote } from './cost-lines.ts';
import {
  conversionAnswer,
  marginAnswer,
  pipAnswer,
  profitAnswer,
  sizeAnswer,
  swapAnswer,
  type Asked,
} from './calculator-lines.ts';
import type { CostWords, CostWriter } from './cost-writer.ts';

export interface CostAnswer {
  /** What was asked, in a few words: the caption of the bill. */
  caption: string;
  lines: CostLine[];
  /** Keys of the sentences on rounding and assumptions. */
  notes: (keyof CostWords)[];
}

export type CostErrors = Partial<Record<CostFieldName, string>>;

export interface CostQuestion {
  tool: CostTool;
  /** As they stand in the fields. */
  values: CostValues;
  facts: CostFacts;
  accounts: readonly CostAccountChoice[];
  currencies: readonly string[];
}

/** A Monday: the evenings of a question have weekdays, and no date. */
const monday = Date.UTC(2026, 10, 23);

function dateOf(weekday: string): string | null {
  const index = (weekdays as readonly string[]).indexOf(weekday);
  return index < 0 ? null : new Date(monday + index * 86_400_000).toISOString().slice(0, 10);
}

/** What a problem is called beside its field. */
export function problemText(
  { field, code, limit = '' }: CostProblem,
  typed: string,
  name: string,
  writer: CostWriter,
): string {
  const { text, number } = writer;
  const shown = limit === '' ? '' : number(limit);
  switch (code) {
    case 'not-a-number':
      return text('notANumber', { typed, example: writer.typed('0.5') });
    case 'not-whole':
      return text('notWhole', { most: shown });
    case 'not-positive':
      return text('notPositive');
    case 'too-large':
      return text('atMost', { limit: shown });
    case 'below-minimum':
      return text('atLeastLots', { lots: writer.lots(limit), name });
    case 'above-maximum':
      return field === 'nights'
        ? text('notWhole', { most: String(mostNights) })
        : text('atMostLots', { lots: writer.lots(limit), name });
    case 'not-a-step':
      return text('notAStep', { lots: writer.lots(limit), name });
    case 'weekend':
      return text('closedDay', { name });
    case 'too-little':
      return text('tooLittle', { limit: shown });
    case 'no-rate':
      return text('noRate');
    default:
      return text('notListed');
  }
}

/** The fields as the arithmetic reads them: plain digits, or what was typed where that is no number. */
function plainValues(values: CostValues, subject: CostSubject | null, { decimal }: CostWriter): CostValues {
  const near = subject?.referencePrice;
  const read = (name: CostFieldName, close?: number) =>
    readDecimal(values[name], { decimal, near: close }) ?? values[name].trim();
  return {
    ...values,
    lots: read('lots'),
    nights: read('nights'),
    risk: read('risk'),
    stop: read('stop'),
    amount: read('amount'),
    open: read('open', near),
    close: read('close', near),
  };
}

function answerFor(
  tool: Exclude<CostTool, 'convert'>,
  asked: Asked,
  values: CostValues,
  from: string,
  writer: CostWriter,
): CostResult<CostAnswer> {
  const question = { ...values, ...asked, from };
  const done = <Value>(result: CostResult<Value>, write: (value: Value) => CostAnswer): CostResult<CostAnswer> =>
    result.ok ? success(write(result.value)) : result;
  switch (tool) {
    case 'cost':
      return done(costBill(question), (bill) => ({
        caption: writer.text('billCaption', { name: asked.instrument.name, lots: writer.lots(values.lots) }),
        lines: billLines(bill, { ...asked, account: asked.account.name }, writer),
        notes: ['noteBill', swapNote(asked.instrument), 'noteRounding'],
      }));
    case 'pip':
      return done(pipValue(question), (answer) => pipAnswer(answer, asked, writer));
    case 'margin':
      return done(margin(question), (answer) => marginAnswer(answer, asked, writer));
    case 'profit':
      return done(profitAndLoss(question), (answer) => profitAnswer(answer, asked, writer));
    case 'size':
      return done(positionSize(question), (answer) => sizeAnswer(answer, asked, writer));
    default:
      return done(swapCost(question), (answer) => swapAnswer(answer, asked, writer));
  }
}

/** What is chosen from lists, or the problems of what is not in them. */
function readChoices({ tool, values, facts: { subject, pairs }, accounts, currencies }: CostQuestion): {
  problems: CostProblem[];
  asked: Asked | null;
  from: string;
} {
  const fields = fieldsOf[tool];
  const account = accounts.find(({ id }) => id === values.account);
  const date = dateOf(values.from);
  const checks: [CostProblem['field'], boolean][] = [
    ['symbol', subject !== null],
    ['side', values.side === 'long' || values.side === 'short'],
    ['from', date !== null],
    ['account', account !== undefined],
    ['currency', currencies.includes(values.currency)],
  ];
  const problems = checks
    .filter(([field, holds]) => !holds && (fields as readonly string[]).includes(field))
    .map(([field]): CostProblem => ({ field, code: 'unknown' }));
  // What a tool does not ask has any value that is right.
  const any = account ?? accounts[0];
  const side = values.side === 'short' ? 'short' : 'long';
  return {
    problems,
    asked:
      subject && any
        ? { instrument: subject, account: any, lots: values.lots, currency: values.currency, pairs, side }
        : null,
    from: date ?? new Date(monday).toISOString().slice(0, 10),
  };
}

const numbers = ['lots', 'nights', 'open', 'close', 'risk', 'stop'] as const;

/** What is wrong whatever instrument it is for. What is empty has its first value once there is an instrument. */
function wrongNumbers(tool: CostTool, values: CostValues): CostProblem[] {
  return numbers.flatMap((field): CostProblem[] => {
    const value = values[field];
    if (!fieldsOf[tool].includes(field) || value === '') return [];
    if (!isPlainDecimal(value)) return [{ field, code: 'not-a-number' }];
    return field !== 'nights' && Number(value) <= 0 ? [{ field, code: 'not-positive' }] : [];
  });
}

/** @returns the answer, or what is wrong with each field. */
export function costAnswer(
  question: CostQuestion,
  writer: CostWriter,
): { answer: CostAnswer | null; errors: CostErrors } {
  const { tool, values: typed, facts } = question;
  const { subject, pairs } = facts;
  const values = plainValues(typed, subject, writer);
  let result: CostResult<CostAnswer>;
  const problems: CostProblem[] = [];
  if (tool === 'convert') {
    const converted = convert({ amount: values.amount, from: values.source, to: values.to }, pairs);
    result = converted.ok ? success(conversionAnswer(converted.value, writer)) : converted;
  } else {
    const { problems: chosen, asked, from } = readChoices({ ...question, values });
    problems.push(...chosen);
    result = asked ? answerFor(tool, asked, values, from, writer) : failure(...wrongNumbers(tool, values));
  }
  if (!result.ok) problems.push(...result.problems);
  const errors: CostErrors = {};
  for (const problem of problems) {
    const name: CostFieldName = tool === 'convert' && problem.field === 'currency' ? 'source' : problem.field;
    errors[name] ??=
      problem.field === 'symbol'
        ? writer.text('unknownSymbol', { typed: typed.symbol })
        : problemText(problem, typed[name], subject?.name ?? '', writer);
  }
  return { answer: result.ok && problems.length === 0 ? result.value : null, errors };
}
