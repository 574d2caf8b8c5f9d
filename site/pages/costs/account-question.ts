/** Parses and answers the two forms of `/account-types`: which account is cheapest for a month of trades, and which one fits. */
import {
  type Comparison,
  type MonthlyTrades,
  compareAccounts,
  mostComparedNights,
} from '../../../content/costs/account-comparison.ts';
import { minimumDeposit } from '../../../content/costs/account-facts.ts';
import { readPositive } from '../../../content/costs/conversion.ts';
import type { Money } from '../../../content/costs/cost-types.ts';
import type { AccountType } from '../../../content/model.ts';
import { parseDecimal } from '../../i18n/decimal-input.ts';
import { readLots } from '../../../content/costs/trade.ts';
import { problemText } from '../../ui/costs/cost-answer.ts';
import { firstQuestion, longestInput } from '../../ui/costs/cost-fields.ts';
import type { CostWriter } from '../../ui/costs/cost-writer.ts';
import { costWriterIn } from '../../ui/costs/cost-writer-in.ts';
import { ratePairs } from '../../instruments/find-instruments.ts';
import { type CostSource, costAccounts, findInstrument, firstInstrument } from './cost-facts.ts';

/** Rows of the form. */
export const tradeRows = [1, 2, 3] as const;
const rowFields = ['symbol', 'lots', 'trades', 'nights'] as const;

/** The choices for how long a position is held, each with its number of nights. */
export const holdings = { day: 0, days: 3, weeks: 14 } as const;
type Holding = keyof typeof holdings;

export const accountQuery = [
  ...tradeRows.flatMap((row) => rowFields.map((field) => `${field}${row}` as const)),
  'currency',
  'deposit',
  'what',
  'hold',
] as const;
type Parameter = (typeof accountQuery)[number];

/** Trades a month that a question may name. */
const mostTrades = 1000;

export interface AccountQuestion {
  values: Record<Parameter, string>;
  errors: Partial<Record<Parameter, string>>;
  currencies: string[];
  /** Names of the accounts by their ids. */
  names: Record<string, string>;
  /** Account and percentage of those that pay a bonus, `Prime 10%`, by their ids. */
  bonuses: Record<string, string>;
  comparison: { result: Comparison; instruments: string[] } | null;
  fit: Fit | null;
}

/** The account that fits: the cheapest of those that the deposit opens. */
interface Fit {
  account: string;
  /** The intended deposit, in plain digits. */
  wanted: string;
  cost: Money;
  deposit: Money;
  lots: string;
  name: string;
  nights: number;
  others: { account: string; cost: Money; deposit: Money }[];
}

/** The submitted forms while they are checked. */
interface Submission {
  source: CostSource;
  writer: CostWriter;
  values: AccountQuestion['values'];
  errors: AccountQuestion['errors'];
}

function parseRow(
  row: (typeof tradeRows)[number],
  { writer, values, errors, source }: Submission,
): MonthlyTrades | null {
  const { decimal } = writer;
  const typed = values[`symbol${row}`];
  const whole = (field: 'trades' | 'nights', least: number, most: number): number => {
    const text = parseDecimal(values[`${field}${row}`], { decimal }) ?? '';
    const count = /^[0-9]{1,6}$/.test(text) ? Number(text) : -1;
    if (count >= least && count <= most) return count;
    const key = field === 'nights' ? 'notWhole' : 'wholeFrom1';
    errors[`${field}${row}`] = writer.text(key, { most: writer.number(String(most)) });
    return -1;
  };
  const [trades, nights] = [whole('trades', 1, mostTrades), whole('nights', 0, mostComparedNights)];
  const { found } = findInstrument(typed, source);
  if (!found) {
    errors[`symbol${row}`] = writer.text('unknownSymbol', { typed });
    return null;
  }
  const lots = parseDecimal(values[`lots${row}`], { decimal }) ?? values[`lots${row}`];
  const checked = readLots(found, lots);
  const [wrong] = checked.ok ? [] : checked.problems;
  if (wrong) errors[`lots${row}`] = problemText(wrong, values[`lots${row}`], found.name, writer);
  return wrong || trades < 0 || nights < 0 ? null : { instrument: found, lots, trades, nights };
}

function compareRows(
  submission: Submission,
  accounts: readonly { id: string; swapFreeDays: number }[],
): AccountQuestion['comparison'] {
  const { writer, values, errors, source } = submission;
  const used = tradeRows.filter((row) => values[`symbol${row}`].trim() !== '');
  if (used.length === 0) errors.symbol1 = source.t('costs.accounts.noRows');
  const rows = used.map((row) => parseRow(row, submission));
  const read = rows.filter((row) => row !== null);
  if (read.length === 0 || read.length < used.length) return null;
  const pairs = ratePairs(source.read);
  const result = compareAccounts({ rows: read, accounts, currency: values.currency, pairs });
  if (result.ok) return { result: result.value, instruments: read.map(({ instrument }) => instrument.name) };
  for (const { row, ...problem } of result.problems) {
    const number = used[row] ?? 1;
    const key: Parameter = problem.field === 'lots' ? `lots${number}` : `symbol${number}`;
    const name = read[row]?.instrument.name ?? '';
    errors[key] ??= problemText(problem, values[key], name, writer);
  }
  return null;
}

function findFit(
  submission: Submission,
  types: readonly AccountType[],
  accounts: readonly { id: string; swapFreeDays: number }[],
): Fit | null {
  const { writer, values, errors, source } = submission;
  const { currency } = values;
  const amount = parseDecimal(values.deposit, { decimal: writer.decimal }) ?? values.deposit;
  const deposit = readPositive('amount', amount);
  const [problem] = deposit.ok ? [] : deposit.problems;
  if (problem) errors.deposit = problemText(problem, values.deposit, '', writer);
  const { found } = findInstrument(values.what, source);
  if (!found) errors.what = writer.text('unknownSymbol', { typed: values.what });
  if (!Object.hasOwn(holdings, values.hold)) errors.hold = writer.words.notListed;
  if (!deposit.ok || !found || errors.hold) return null;
  const asks = (account: string): Money => {
    const type = types.find(({ id }) => id === account);
    return { currency, amount: String(type ? minimumDeposit(type) : 0) };
  };
  const { lots } = firstQuestion(found);
  const nights = holdings[values.hold as Holding];
  const trade = { instrument: found, lots, trades: 1, nights };
  const offered = accounts.filter(({ id }) => found.terms.some(({ account }) => account === id));
  const result = compareAccounts({ rows: [trade], accounts: offered, currency, pairs: ratePairs(source.read) });
  if (!result.ok) return null;
  // Of two accounts with equal costs, prefers the one with the lower minimum deposit.
  const ranked = result.value.costs
    .map(({ account, total: cost }) => ({ account, cost, deposit: asks(account) }))
    .toSorted(
      (one, other) =>
        Number(other.cost.amount) - Number(one.cost.amount) ||
        Number(one.deposit.amount) - Number(other.deposit.amount),
    );
  const best = ranked.find((one) => Number(one.deposit.amount) <= Number(amount));
  if (!best) {
    const least = ranked.reduce((one, other) =>
      Number(other.deposit.amount) < Number(one.deposit.amount) ? other : one,
    );
    const texts = {
      account: types.find(({ id }) => id === least.account)?.name ?? '',
      deposit: writer.money(least.deposit),
    };
    errors.deposit = source.t('costs.accounts.tooSmall', texts);
    return null;
  }
  return { ...best, wanted: amount, lots, name: found.name, nights, others: ranked.filter((one) => one !== best) };
}

/** Reads and answers the forms. @returns null when there are no accounts or instruments to compare. */
export function accountQuestion(query: URLSearchParams, source: CostSource): AccountQuestion | null {
  const { read, locale } = source;
  const types = read.list('account-type', locale);
  const { accounts, currencies, first } = costAccounts(types);
  const usual = firstInstrument(null, source);
  if (!usual || accounts.length === 0 || currencies.length === 0) return null;
  const writer = costWriterIn(locale);
  // Fields that were left empty are not in the address; the currency always is.
  const compares = query.has('currency') || tradeRows.some((row) => query.has(`symbol${row}`));
  const start: Partial<Record<Parameter, string>> = {
    ...(compares ? {} : { symbol1: usual.symbol, lots1: writer.typed('1'), trades1: '10', nights1: '0' }),
    currency: first.currency,
    deposit: '500',
    what: usual.symbol,
    hold: 'days',
  };
  const values = Object.fromEntries(
    accountQuery.map((name) => [name, (query.get(name) ?? start[name] ?? '').slice(0, longestInput)]),
  ) as AccountQuestion['values'];
  const errors: AccountQuestion['errors'] = {};
  if (!currencies.includes(values.currency)) {
    errors.currency = writer.words.notListed;
    values.currency = first.currency;
  }
  const submission = { source, writer, values, errors };
  return {
    values,
    errors,
    currencies,
    names: Object.fromEntries(types.map(({ id, name }) => [id, name])),
    bonuses: Object.fromEntries(
      types.flatMap(({ id, name, features: { bonus } }) =>
        /\d/.test(String(bonus)) ? [[id, `${name} ${String(bonus)}`]] : [],
      ),
    ),
    // Without a question in the address, the form shows an example.
    comparison: compareRows(submission, accounts),
    fit: query.has('deposit') ? findFit(submission, types, accounts) : null,
  };
}
