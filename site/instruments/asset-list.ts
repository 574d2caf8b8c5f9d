/**
 * Finds and sorts the instruments of the asset list. An index of the searched and sorted values is built once for each state of the content; a
 * request then reads only the documents of its rows.
 */
import { type Locale, byLocale, defaultLocale } from '../../content/locales.ts';
import type { Instrument } from '../../content/model.ts';
import type { InstrumentClass } from '../../content/model-instruments.ts';
import type { Reader } from '../../content/replica/reader.ts';
import { calculateSpreadShare, findTerms } from './instrument-figures.ts';
import { type AssetListState, type ListClass, type SortColumn, listClasses } from './asset-list-address.ts';
import { findClasses, findListedAccount } from './find-instruments.ts';

interface AssetListRows {
  /** Ids of those found, of the chosen class and in order; all pages of them. */
  found: string[];
  /** Number of matches by class, whichever class is chosen. */
  counts: Record<ListClass, number>;
  /** Found of any class. */
  total: number;
}

type SortValue = string | number | null;
/** Groups keep their order in both directions. */
type SortKey = readonly [group: number, value: SortValue];

interface IndexEntry {
  id: string;
  assetClass: InstrumentClass;
  /** In small letters. */
  symbol: string;
  /** All names and aliases, such as `| gold| oro|`: a word begins after a space, a whole name stands between bars. */
  names: string;
  /** The sort key of the name. */
  name: Record<Locale, string>;
  keys: Record<Exclude<SortColumn, 'name'>, SortKey>;
}

export interface InstrumentIndex {
  /** In the order of the set: by class, then by symbol. */
  entries: readonly IndexEntry[];
  /** The entries in other orders, each made when it is first asked for. */
  orders: Map<string, readonly IndexEntry[]>;
  /** The language of the names by which entries are sorted; everything else is the same in every language. */
  locale: Locale;
}

/** Removes accents, case, ligatures and other widths from a text; one space separates words. */
export function normalizeWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u00ad]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function createEntry(instrument: Instrument, account: string | null): IndexEntry {
  const { id, assetClass, symbol, contractSize, swapUnit, swapLong, swapShort } = instrument;
  const terms = findTerms(instrument, account);
  const name = byLocale((locale) => normalizeWords(instrument.names[locale] ?? instrument.name));
  // A yearly rate does not compare with an amount of money: it comes after all amounts, in both directions.
  const swap = (value: number): SortKey => [swapUnit === 'usd-per-lot' ? 0 : 1, value];
  return {
    id,
    assetClass,
    symbol: symbol.toLowerCase(),
    names: `|${[...new Set([...Object.values(name), ...(instrument.aliases ?? []).map(normalizeWords)])].map((one) => ` ${one}|`).join('')}`,
    name,
    keys: {
      symbol: [0, symbol],
      spread: terms ? [0, calculateSpreadShare(instrument, terms)] : [1, null],
      leverage: terms ? [0, terms.leverage] : [1, null],
      contract: [0, contractSize],
      long: swap(swapLong),
      short: swap(swapShort),
    },
  };
}

/** Builds the index. @param account the id of the account whose spread and leverage decide the order by these columns. */
export function buildIndex(
  instruments: readonly Instrument[],
  account: string | null,
  locale: Locale = defaultLocale,
): InstrumentIndex {
  return { entries: instruments.map((instrument) => createEntry(instrument, account)), orders: new Map(), locale };
}

function findIndexedAccount(read: Reader, locale: Locale): string | null {
  return findListedAccount(read.list('account-type', locale))?.id ?? null;
}

/** Gets the index of all instruments, which is built once for all languages until an instrument changes. */
export function getInstrumentIndex(read: Reader, locale: Locale): InstrumentIndex {
  const account = findIndexedAccount(read, locale);
  const index = read.computed(`instruments ${account}`, (all) =>
    buildIndex(all.list('instrument', defaultLocale), account),
  );
  return { ...index, locale };
}

function compare(a: SortValue, b: SortValue): number {
  if (a === b || a === null || b === null) return 0;
  return a < b ? -1 : 1;
}

function sortEntries(
  { entries, orders, locale }: InstrumentIndex,
  { column, descending }: NonNullable<AssetListState['sort']>,
): readonly IndexEntry[] {
  const name = `${descending ? '-' : ''}${column}${column === 'name' ? ` ${locale}` : ''}`;
  const sortKey = (entry: IndexEntry): SortKey => (column === 'name' ? [0, entry.name[locale]] : entry.keys[column]);
  let order = orders.get(name);
  if (!order) {
    order = entries.toSorted((a, b) => {
      const [one, other] = [sortKey(a), sortKey(b)];
      return one[0] - other[0] || (descending ? -1 : 1) * compare(one[1], other[1]);
    });
    orders.set(name, order);
  }
  return order;
}

/**
 * Ranks how well an instrument matches: 0 is best, null is no match. Every word must begin a word of a name or be part of the symbol; the words
 * together may also be the symbol, as in `EUR/USD`.
 */
function rankMatch({ symbol, names }: IndexEntry, words: readonly string[], joined: string): number | null {
  if (symbol === joined || names.includes(`| ${words.join(' ')}|`)) return 0;
  if (symbol.startsWith(joined)) return 1;
  // The symbol may stand next to the name, as in a suggestion of the search.
  if (words.every((word) => names.includes(` ${word}`) || word === symbol)) return 2;
  if (isPart(joined, symbol)) return 3;
  return words.every((word) => names.includes(` ${word}`) || isPart(word, symbol)) ? 4 : null;
}

/** Whether a word is part of a symbol. A single letter is part of most symbols, so it does not count. */
function isPart(word: string, symbol: string): boolean {
  return word.length > 1 && symbol.includes(word);
}

/** The number of ranks that `rankMatch` can return. */
const rankCount = 5;

/** Finds the matching entries, the best first, otherwise in the given order; all entries when nothing was typed. */
function search(entries: readonly IndexEntry[], typed: string, byRank: boolean): readonly IndexEntry[] {
  const plain = normalizeWords(typed);
  // The words have no letter or digit: no name matches.
  if (plain === '') return typed === '' ? entries : [];
  const words = plain.split(' ');
  const joined = words.join('');
  const found: IndexEntry[][] = Array.from({ length: byRank ? rankCount : 1 }, () => []);
  for (const entry of entries) {
    const rank = rankMatch(entry, words, joined);
    if (rank !== null) found[byRank ? rank : 0]?.push(entry);
  }
  return found.flat();
}

export function findAssetListRows(
  index: InstrumentIndex,
  { words, chosen, sort }: Pick<AssetListState, 'words' | 'chosen' | 'sort'>,
): AssetListRows {
  const matching = search(sort ? sortEntries(index, sort) : index.entries, words, sort === null);
  const inClass = (one: ListClass) => {
    const classes = findClasses(one);
    return matching.filter(({ assetClass }) => classes.includes(assetClass));
  };
  const found = (chosen ? inClass(chosen) : matching).map(({ id }) => id);
  const counts = Object.fromEntries(listClasses.map((one) => [one, inClass(one).length]));
  return { found, counts: counts as Record<ListClass, number>, total: matching.length };
}

/** The worst rank at which words of the site's search surely mean an instrument: they are its symbol, or begin its symbol or a word of its name. */
const maxCertainRank = 2;

/** Finds the instruments that all of the words mean, the best first. */
function findWhollyMeant({ entries }: InstrumentIndex, plain: string): string[] {
  const words = plain.split(' ');
  if (words.join('').length < 2) return [];
  const joined = words.join('');
  return entries
    .flatMap((entry) => {
      const rank = rankMatch(entry, words, joined);
      return rank !== null && rank <= maxCertainRank ? [{ id: entry.id, rank }] : [];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ id }) => id);
}

/** Whether all of the words mean an instrument, and not only one among them. */
export function isWhollyMeant(index: InstrumentIndex, typed: string): boolean {
  return findWhollyMeant(index, normalizeWords(typed)).length > 0;
}

/** Finds the instruments that words mean, the best first; else those that are named among the words. */
export function findMeantInstruments(index: InstrumentIndex, typed: string, maxCount: number): string[] {
  const plain = normalizeWords(typed);
  if (plain.length < 2) return [];
  const meant = findWhollyMeant(index, plain);
  const named = () => index.entries.filter((entry) => isNamedAmong(entry, plain.split(' '))).map(({ id }) => id);
  return (meant.length > 0 ? meant : named()).slice(0, maxCount);
}

/** Finds the instrument that has exactly this normalized name or symbol. A stock needs its name: its symbol may be a common word. */
export function findNamed({ entries }: InstrumentIndex, name: string): string | null {
  if (name.length < 2) return null;
  const joined = name.replaceAll(' ', '');
  const named = entries.find(({ assetClass, symbol }) => assetClass !== 'stock' && symbol === joined);
  return (named ?? entries.find(({ names }) => names.includes(`| ${name}|`)))?.id ?? null;
}

/** Lists the names of one word. */
export function listShortNames({ entries }: InstrumentIndex): string[] {
  return entries
    .flatMap(({ names }) => names.split('|').map((name) => name.trim()))
    .filter((name) => /^[^ ]+$/.test(name));
}

/** Whether a word names an instrument: “gold spread” means gold. Stocks are left out, because their symbols and names are common words: DE is Deere. */
function isNamedAmong({ assetClass, symbol, names }: IndexEntry, words: readonly string[]): boolean {
  return assetClass !== 'stock' && words.some((word) => word === symbol || names.includes(`| ${word}|`));
}
