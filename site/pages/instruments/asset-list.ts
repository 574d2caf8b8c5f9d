/** Which instruments the asset list shows, and in which order. Pure: the same instruments and the same state give the same rows. */
import type { AccountType, Instrument } from '../../../content/model.ts';
import type { InstrumentTerms } from '../../../content/model-instruments.ts';
import { type AssetListState, type ListClass, type SortColumn, isInClass, listClasses } from './asset-list-address.ts';

export interface AssetListRows {
  /** Found, of the chosen class and in order; all pages of them. */
  found: Instrument[];
  /** How many were found of each class, whichever is chosen. */
  counts: Record<ListClass, number>;
  /** Found of any class. */
  total: number;
}

/** Letters without accents and case, words with one space between. */
function plainWords(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

interface Searchable {
  symbol: string;
  /** All names, each with a space in front of it, so that a word begins after a space. */
  names: string;
  /** For the order by name. */
  name: string;
}

/** Made once for each document: the replica hands out the same object until the document changes. */
const searchables = new WeakMap<Instrument, Searchable>();

function searchable(instrument: Instrument): Searchable {
  const made = searchables.get(instrument);
  if (made) return made;
  const { symbol, name, names } = instrument;
  const fresh = {
    symbol: symbol.toLowerCase(),
    names: names.map((one) => ` ${plainWords(one)}`).join(''),
    name: plainWords(name),
  };
  searchables.set(instrument, fresh);
  return fresh;
}

/**
 * How well an instrument answers: 0 is best, null is not at all. Every word must begin a word of a name or be part of the symbol; the words
 * together may also be the symbol, as in `EUR/USD`.
 */
function match(instrument: Instrument, words: readonly string[], joined: string): number | null {
  const { symbol, names } = searchable(instrument);
  if (symbol === joined) return 0;
  if (symbol.startsWith(joined)) return 1;
  if (words.every((word) => names.includes(` ${word}`))) return 2;
  if (isPart(joined, symbol)) return 3;
  return words.every((word) => names.includes(` ${word}`) || isPart(word, symbol)) ? 4 : null;
}

/** A single letter is part of most symbols, and says nothing. */
function isPart(word: string, symbol: string): boolean {
  return word.length > 1 && symbol.includes(word);
}

function search(instruments: readonly Instrument[], typed: string): Instrument[] {
  const plain = plainWords(typed);
  // Only signs were typed: nothing has such a name.
  if (plain === '') return typed === '' ? [...instruments] : [];
  const words = plain.split(' ');
  const joined = words.join('');
  return instruments
    .map((instrument) => ({ instrument, rank: match(instrument, words, joined) }))
    .filter((one): one is { instrument: Instrument; rank: number } => one.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ instrument }) => instrument);
}

/** The account whose figures the list shows: the one that is highlighted, else the first. */
export function listedAccount(accounts: readonly AccountType[]): AccountType | null {
  return accounts.find(({ highlighted }) => highlighted) ?? accounts[0] ?? null;
}

/** What an account pays for an instrument; null when the account does not have it. */
export function termsFor(instrument: Instrument, account: string | null): InstrumentTerms | null {
  return instrument.terms.find((terms) => terms.account === account) ?? null;
}

/** The average spread as a share of the price, so that instruments of every class compare. 0.01 is one percent. */
export function spreadShare({ pipSize, referencePrice }: Instrument, { spread }: InstrumentTerms): number {
  return (spread * pipSize) / referencePrice;
}

type SortValue = string | number | null;

/** A yearly rate does not compare with money: it gets a place after all of that, in both directions. */
function swapOf({ swapUnit }: Instrument, value: number): [group: number, value: SortValue] {
  return [swapUnit === 'usd-per-lot' ? 0 : 1, value];
}

function sortValue(instrument: Instrument, column: SortColumn, account: string | null): [number, SortValue] {
  const terms = termsFor(instrument, account);
  switch (column) {
    case 'symbol':
      return [0, instrument.symbol];
    case 'name':
      return [0, searchable(instrument).name];
    case 'spread':
      return [terms ? 0 : 1, terms && spreadShare(instrument, terms)];
    case 'leverage':
      return [terms ? 0 : 1, terms && terms.leverage];
    case 'contract':
      return [0, instrument.contractSize];
    case 'long':
      return swapOf(instrument, instrument.swapLong);
    default:
      return swapOf(instrument, instrument.swapShort);
  }
}

function compare(a: SortValue, b: SortValue): number {
  if (a === b || a === null || b === null) return 0;
  return a < b ? -1 : 1;
}

function sorted(
  instruments: Instrument[],
  { column, descending }: NonNullable<AssetListState['sort']>,
  account: string | null,
): Instrument[] {
  return instruments
    .map((instrument) => ({ instrument, key: sortValue(instrument, column, account) }))
    .sort((a, b) => a.key[0] - b.key[0] || (descending ? -1 : 1) * compare(a.key[1], b.key[1]))
    .map(({ instrument }) => instrument);
}

/** @param account whose spread and leverage decide the order by these. */
export function assetListRows(
  instruments: readonly Instrument[],
  { words, chosen, sort }: Pick<AssetListState, 'words' | 'chosen' | 'sort'>,
  account: string | null,
): AssetListRows {
  const matching = search(instruments, words);
  const counts = Object.fromEntries(listClasses.map((one) => [one, 0])) as Record<ListClass, number>;
  for (const { assetClass } of matching) {
    counts[assetClass] += 1;
    if (isInClass(assetClass, 'forex')) counts.forex += 1;
  }
  const found = matching.filter(({ assetClass }) => isInClass(assetClass, chosen));
  return { found: sort ? sorted(found, sort, account) : found, counts, total: matching.length };
}
