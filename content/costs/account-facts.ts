/** Parses the costs of account types from the texts that visitors read. */
import type { Cell } from '../model-blocks.ts';
import type { CostAccount } from './cost-types.ts';

/** The parts of an `AccountType` that its costs depend on. */
interface AccountTexts {
  id: string;
  features: Record<'swapFreeDays' | 'availableCurrencies', Cell>;
}

/** Parses `5` or `5 days`. Without a number, the account has no swap-free days. */
export function parseCostAccount({ id, features }: AccountTexts): CostAccount {
  const [days] = /^[0-9]{1,3}(?![0-9])/.exec(String(features.swapFreeDays)) ?? [];
  return { id, swapFreeDays: Number(days ?? 0) };
}

/** Lists the currencies of all accounts, each once, in their order: `EUR, USD`. */
export function listAccountCurrencies(accounts: readonly AccountTexts[]): string[] {
  return [
    ...new Set(accounts.flatMap(({ features }) => String(features.availableCurrencies).match(/\b[A-Z]{3}\b/g) ?? [])),
  ];
}

/** Chooses the currency that a form shows first: US dollars if an account has them. Empty when there are no accounts. */
export function chooseCurrency(currencies: readonly string[]): string {
  return currencies.includes('USD') ? 'USD' : (currencies[0] ?? '');
}

/** Parses the minimum deposit of an account, in units of its currency: 1000 for `1.000 EUR / USD`. Zero when the text has no number. */
export function parseMinimumDeposit({ features }: { features: Record<'minimumDeposit', Cell> }): number {
  const [digits = ''] = /[0-9]+(?:[.,\s\u00a0\u202f][0-9]{3})*/.exec(String(features.minimumDeposit)) ?? [];
  return Number(digits.replaceAll(/[^0-9]/g, ''));
}
