/** Computes the answer to a form, or its errors. The server and the island run the same code. */
import { convert } from '../../../content/costs/conversion.ts';
import { maxNights } from '../../../content/costs/cost-bill.ts';
import { type CostProblem, type CostResult, failure, success } from '../../../content/costs/cost-types.ts';
import { isPlainDecimal } from '../../../content/costs/exact.ts';
import { weekdays } from '../../../content/costs/swap-nights.ts';
import { parseDecimal } from '../../i18n/decimal-input.ts';
import {
  type CostAccountChoice,
  type CostFacts,
  type CostFieldName,
  type CostTool,
  type CostValues,
  toolFields,
} from './cost-fields.ts';
import { type CostAnswer, type CostQuestion, calculators, answerConversion } from './cost-lines.ts';
import type { CostWriter } from './cost-writer.ts';

export type CostErrors = Partial<Record<CostFieldName, string>>;

export interface CostForm {
  tool: CostTool;
  /** The text of each field. */
  values: CostValues;
  facts: CostFacts;
  accounts: readonly CostAccountChoice[];
  currencies: readonly string[];
}

/** An arbitrary Monday, because the evenings of a question have weekdays but no dates. */
const monday = Date.UTC(2026, 10, 23);

/** Finds the ISO date of a weekday's evening; Monday for anything else. */
function findFirstEvening(weekday: string): string {
  const index = Math.max(0, (weekdays as readonly string[]).indexOf(weekday));
  return new Date(monday + index * 86_400_000).toISOString().slice(0, 10);
}

/** Describes a problem for its field. */
export function describeProblem(
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
        ? text('notWhole', { most: String(maxNights) })
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

const numbers = ['lots', 'nights', 'open', 'close', 'risk', 'stop'] as const;

/** Parses the fields for the calculation: plain digits, or the typed text when it is not a number. */
function parseValues(values: CostValues, price: number | undefined, { decimal }: CostWriter): CostValues {
  const plain = ([...numbers, 'amount'] as const).map((name) => {
    const near = name === 'open' || name === 'close' ? price : undefined;
    return [name, parseDecimal(values[name], { decimal, near }) ?? values[name].trim()];
  });
  return { ...values, ...(Object.fromEntries(plain) as Partial<CostValues>) };
}

/** Finds choices that are not in their lists. */
function findWrongChoices({ tool, values, facts, accounts, currencies }: CostForm): CostProblem[] {
  const checks: [CostProblem['field'], boolean][] = [
    ['symbol', facts.subject !== null],
    ['side', values.side === 'long' || values.side === 'short'],
    ['from', (weekdays as readonly string[]).includes(values.from)],
    ['account', accounts.some(({ id }) => id === values.account)],
    ['currency', currencies.includes(values.currency)],
  ];
  return checks
    .filter(([field, isValid]) => !isValid && (toolFields[tool] as readonly string[]).includes(field))
    .map(([field]) => ({ field, code: 'unknown' }));
}

/** Finds numbers that are wrong for every instrument. An empty field is not wrong: it gets its initial value with an instrument. */
function findWrongNumbers({ tool, values }: CostForm): CostProblem[] {
  return numbers.flatMap((field): CostProblem[] => {
    const value = values[field];
    if (!toolFields[tool].includes(field) || value === '') return [];
    if (!isPlainDecimal(value)) return [{ field, code: 'not-a-number' }];
    return field !== 'nights' && Number(value) <= 0 ? [{ field, code: 'not-positive' }] : [];
  });
}

function computeAnswer(form: CostForm, writer: CostWriter): CostResult<CostAnswer> {
  const { tool, values, facts, accounts } = form;
  if (tool === 'convert') {
    const converted = convert({ amount: values.amount, from: values.source, to: values.to }, facts.pairs);
    return converted.ok ? success(answerConversion(converted.value, writer)) : converted;
  }
  // Fields that a tool does not have get any valid value.
  const account = accounts.find(({ id }) => id === values.account) ?? accounts[0];
  if (!facts.subject || !account) return failure(...findWrongNumbers(form));
  const question: CostQuestion = {
    ...values,
    instrument: facts.subject,
    account,
    side: values.side === 'short' ? 'short' : 'long',
    from: findFirstEvening(values.from),
    pairs: facts.pairs,
  };
  return calculators[tool](question, writer);
}

/** Answers a form. @returns the answer, or the error of each field. */
export function answerCostForm(form: CostForm, writer: CostWriter): { answer: CostAnswer | null; errors: CostErrors } {
  const { tool, values: typed, facts } = form;
  const plain = { ...form, values: parseValues(typed, facts.subject?.referencePrice, writer) };
  const result = computeAnswer(plain, writer);
  const problems = [...findWrongChoices(plain), ...(result.ok ? [] : result.problems)];
  const errors: CostErrors = {};
  for (const problem of problems) {
    const name: CostFieldName = tool === 'convert' && problem.field === 'currency' ? 'source' : problem.field;
    errors[name] ??=
      problem.field === 'symbol'
        ? writer.text('unknownSymbol', { typed: typed.symbol })
        : describeProblem(problem, typed[name], facts.subject?.name ?? '', writer);
  }
  return { answer: result.ok && problems.length === 0 ? result.value : null, errors };
}
