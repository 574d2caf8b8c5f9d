/** Parses and answers the two forms of `/account-types`: which account is cheapest for a month of trades, and which one fits. */
import {
  type Comparison,
  type MonthlyTrades,
  compareAccounts,
  maxComparedNights,
} from '../../../content/costs/account-comparison.ts';
import { parseMinimumDeposit } from '../../../content/costs/account-facts.ts';
import { readPositive } from '../../../content/costs/conversion.ts';
import type { Money } from '../../../content/costs/cost-types.ts';
import type { AccountType } from '../../../content/model.ts';
import { parseDecimal } from '../../i18n/decimal-input.ts';
import { readLots } from '../../../content/costs/trade.ts';
import { describeProblem } from '../../ui/costs/cost-answer.ts';
import { buildFirstQuestion, maxInputLength } from '../../ui/costs/cost-fields.ts';
import type { CostWriter } from '../../ui/costs/cost-writer.ts';
import { createLocalizedCostWriter } from '../../ui/costs/localized-cost-writer.ts';
import { listRatePairs } from '../../instruments/find-instruments.ts';
import { type CostSource, listCostAccounts, findInstrument, chooseFirst } from './cost-facts.ts';

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

/** The most trades a month in a question. */
const maxTrades = 1000;

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

/** The account that fits: the cheapest of the accounts that the deposit can open. */
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
  const parseWhole = (field: 'trades' | 'nights', min: number, max: number): number => {
    const text = parseDecimal(values[`${field}${row}`], { decimal }) ?? '';
    const count = /^[0-9]{1,6}$/.test(text) ? Number(text) : -1;
    if (count >= min && count <= max) return count;
    const key = field === 'nights' ? 'notWhole' : 'wholeFrom1';
    errors[`${field}${row}`] = writer.text(key, { most: writer.number(String(max)) });
    return -1;
  };
  const [trades, nights] = [parseWhole('trades', 1, maxTrades), parseWhole('nights', 0, maxComparedNights)];
  const { found } = findInstrument(typed, source);
  if (!found) {
    errors[`symbol${row}`] = writer.text('unknownSymbol', { typed });
    return null;
  }
  const lots = parseDecimal(values[`lots${row}`], { decimal }) ?? values[`lots${row}`];
  const checked = readLots(found, lots);
  const [problem] = checked.ok ? [] : checked.problems;
  if (problem) errors[`lots${row}`] = describeProblem(problem, values[`lots${row}`], found.name, writer);
  return problem || trades < 0 || nights < 0 ? null : { instrument: found, lots, trades, nights };
}

function compareRows(
  submission: Submission,
  accounts: readonly { id: string; swapFreeDays: number }[],
): AccountQuestion['comparison'] {
  const { writer, values, errors, source } = submission;
  const used = tradeRows.filter((row) => values[`symbol${row}`].trim() !== '');
  if (used.length === 0) errors.symbol1 = source.t('costs.accounts.noRows');
  const rows = used.map((row) => parseRow(row, submission));
  const tradesRows = rows.filter((row) => row !== null);
  if (tradesRows.length === 0 || tradesRows.length < used.length) return null;
  const pairs = listRatePairs(source.read);
  const result = compareAccounts({ rows: tradesRows, accounts, currency: values.currency, pairs });
  if (result.ok) return { result: result.value, instruments: tradesRows.map(({ instrument }) => instrument.name) };
  for (const { row, ...problem } of result.problems) {
    const number = used[row] ?? 1;
    const key: Parameter = problem.field === 'lots' ? `lots${number}` : `symbol${number}`;
    const name = tradesRows[row]?.instrument.name ?? '';
    errors[key] ??= describeProblem(problem, values[key], name, writer);
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
  if (problem) errors.deposit = describeProblem(problem, values.deposit, '', writer);
  const { found } = findInstrument(values.what, source);
  if (!found) errors.what = writer.text('unknownSymbol', { typed: values.what });
  if (!Object.hasOwn(holdings, values.hold)) errors.hold = writer.words.notListed;
  if (!deposit.ok || !found || errors.hold) return null;
  const findMinimumDeposit = (account: string): Money => {
    const type = types.find(({ id }) => id === account);
    return { currency, amount: String(type ? parseMinimumDeposit(type) : 0) };
  };
  const { lots } = buildFirstQuestion(found);
  const nights = holdings[values.hold as Holding];
  const trade = { instrument: found, lots, trades: 1, nights };
  const offeringAccounts = accounts.filter(({ id }) => found.terms.some(({ account }) => account === id));
  const result = compareAccounts({
    rows: [trade],
    accounts: offeringAccounts,
    currency,
    pairs: listRatePairs(source.read),
  });
  if (!result.ok) return null;
  // Costs are negative, so the largest is the cheapest. Of equal ones, the account with the lower minimum deposit comes first.
  const ranked = result.value.costs
    .map(({ account, total: cost }) => ({ account, cost, deposit: findMinimumDeposit(account) }))
    .toSorted(
      (one, other) =>
        Number(other.cost.amount) - Number(one.cost.amount) ||
        Number(one.deposit.amount) - Number(other.deposit.amount),
    );
  const best = ranked.find((one) => Number(one.deposit.amount) <= Number(amount));
  if (!best) {
    const lowest = ranked.reduce((one, other) =>
      Number(other.deposit.amount) < Number(one.deposit.amount) ? other : one,
    );
    const texts = {
      account: types.find(({ id }) => id === lowest.account)?.name ?? '',
      deposit: writer.money(lowest.deposit),
    };
    errors.deposit = source.t('costs.accounts.tooSmall', texts);
    return null;
  }
  return { ...best, wanted: amount, lots, name: found.name, nights, others: ranked.filter((one) => one !== best) };
}

/** Reads and answers the forms. @returns null when there are no accounts or instruments to compare. */
export function answerAccountQuestion(query: URLSearchParams, source: CostSource): AccountQuestion | null {
  const { read, locale } = source;
  const types = read.list('account-type', locale);
  const { accounts, currencies, first } = listCostAccounts(types);
  const defaultInstrument = chooseFirst(null, source);
  if (!defaultInstrument || accounts.length === 0 || currencies.length === 0) return null;
  const writer = createLocalizedCostWriter(locale);
  // Fields that were left empty are not in the address; the currency always is.
  const compares = query.has('currency') || tradeRows.some((row) => query.has(`symbol${row}`));
  const initialValues: Partial<Record<Parameter, string>> = {
    ...(compares ? {} : { symbol1: defaultInstrument.symbol, lots1: writer.typed('1'), trades1: '10', nights1: '0' }),
    currency: first.currency,
    deposit: '500',
    what: defaultInstrument.symbol,
    hold: 'days',
  };
  const values = Object.fromEntries(
    accountQuery.map((name) => [name, (query.get(name) ?? initialValues[name] ?? '').slice(0, maxInputLength)]),
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
