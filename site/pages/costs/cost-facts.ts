/** Reads the facts from which tickets and calculators compute. */
import type { AccountType, Instrument } from '../../../content/model.ts';
import { listAccountCurrencies, parseCostAccount, chooseCurrency } from '../../../content/costs/account-facts.ts';
import { findRatePath } from '../../../content/costs/conversion.ts';
import { type CostInstrument, type RatePair, costInstrumentFields } from '../../../content/costs/cost-types.ts';
import { dollar } from '../../../content/costs/trade.ts';
import { findMarketState } from '../../../content/hours/open-spans.ts';
import type { Instant } from '../../../content/hours/zoned-time.ts';
import type { Locale } from '../../../content/locales.ts';
import { readShortNames } from '../../i18n/day-names.ts';
import { readFormats } from '../../i18n/formats.ts';
import { messages } from '../../i18n/translate.ts';
import type { LoaderContext } from '../../page/page-module.ts';
import type { CostAccountChoice, CostFacts } from '../../ui/costs/cost-fields.ts';
import { formatPrice } from '../../ui/costs/cost-lines.ts';
import { createLocalizedCostWriter } from '../../ui/costs/localized-cost-writer.ts';
import { formatDuration } from '../../ui/hours-text.ts';
import { parseAssetListState } from '../../instruments/asset-list-address.ts';
import { findAssetListRows, getInstrumentIndex } from '../../instruments/asset-list.ts';
import {
  type InstrumentSource,
  findBySymbol,
  findListedAccount,
  listRatePairs,
} from '../../instruments/find-instruments.ts';

export type CostSource = Pick<LoaderContext, 'read' | 'locale' | 't'>;

/** The instrument that forms begin with, where the site has it. */
const defaultSymbol = 'EURUSD';

/** Chooses the first instrument of a form. @param symbol the instrument of the page, or null. @returns undefined when the site has no instrument. */
export function chooseFirst(symbol: string | null, source: CostSource): Instrument | undefined {
  return (
    findBySymbol(symbol ?? defaultSymbol, source) ??
    findBySymbol(defaultSymbol, source) ??
    source.read.list('instrument', source.locale, { limit: 1 })[0]
  );
}

/** The accounts of a form and their currencies, with those that it begins with. */
interface CostAccounts {
  accounts: CostAccountChoice[];
  currencies: string[];
  first: { account: string; currency: string };
}

export function listCostAccounts(types: readonly AccountType[]): CostAccounts {
  const currencies = listAccountCurrencies(types);
  return {
    accounts: types.map((type) => ({ ...parseCostAccount(type), name: type.name })),
    currencies,
    first: {
      account: findListedAccount(types)?.id ?? '',
      currency: chooseCurrency(currencies),
    },
  };
}

/** Selects the pairs that convert an instrument's currency, and that of commissions, to the currencies of accounts. */
function selectPairs(
  { quoteCurrency }: Instrument,
  currencies: readonly string[],
  all: readonly RatePair[],
): RatePair[] {
  const used = new Set(
    [quoteCurrency, dollar]
      .flatMap((from) => currencies.map((to) => findRatePath(from, to, all)))
      .flatMap((path) => path?.steps.map(({ symbol }) => symbol) ?? []),
  );
  return all.filter(({ symbol }) => used.has(symbol));
}

/** Selects the fields that costs depend on: an island gets only these. */
function selectCostFields(instrument: Instrument): CostInstrument {
  return Object.fromEntries(costInstrumentFields.map((field) => [field, instrument[field]])) as CostInstrument;
}

/** Describes whether an instrument's market is open at a moment, and until when. Null when its hours are unknown. */
export function describeMarket(
  { name, calendar }: Instrument,
  now: Instant,
  { read, locale, t }: CostSource,
): CostFacts['market'] {
  const market = read.get('trading-calendar', calendar, locale);
  if (!market) return null;
  const { open, until } = findMarketState(market, now);
  if (until === null) return { text: t(open ? 'costs.always' : 'costs.never', { name }), until };
  const words = { ...messages[locale].hours, ...readShortNames(locale) };
  const values = { time: '{time}', duration: formatDuration(until - now, words) };
  return {
    text: t(open ? 'costs.open' : 'costs.shut', { name, until: t(open ? 'hours.closes' : 'hours.opens', values) }),
    until,
  };
}

/** Builds the facts about an instrument. `now` is null for a cached page, which does not depend on the moment. */
export function buildCostFacts(
  found: Instrument,
  others: readonly Instrument[],
  { currencies, now, source }: { currencies: readonly string[]; now: Instant | null; source: CostSource },
): CostFacts {
  return {
    subject: selectCostFields(found),
    pairs: selectPairs(found, currencies, listRatePairs(source.read)),
    market: now === null ? null : describeMarket(found, now, source),
    others: others.map(({ symbol, name }) => ({ symbol, name })),
  };
}

/** Builds the notes about the source of an instrument's figures. */
export function buildCostNotes(instrument: CostInstrument, locale: Locale): string[] {
  const writer = createLocalizedCostWriter(locale);
  const date = readFormats(locale).date(instrument.pricedAt);
  const price = writer.number(formatPrice(instrument));
  return [writer.text('priced', { date, price }), writer.words.demonstration];
}

/** The most other matches after the best one. */
const maxOthers = 6;

/** Normalizes a name: names contain non-breaking spaces, which visitors do not type. */
function normalize(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/**
 * Finds the instrument that a visitor means by a symbol or a name in any language. An exact name comes before the search of the asset list.
 * @returns the best match, or null when nothing matches, and the other matches.
 */
export function findInstrument(
  typed: string,
  source: InstrumentSource,
): { found: Instrument | null; others: Instrument[] } {
  const wanted = normalize(typed);
  if (wanted === '') return { found: null, others: [] };
  // An exact symbol needs no search.
  const chosen = findBySymbol(wanted, source);
  if (chosen) return { found: chosen, others: [] };
  const { read, locale } = source;
  const state = parseAssetListState(new URLSearchParams({ q: typed }));
  const ranked = findAssetListRows(getInstrumentIndex(read, locale), state).found.flatMap(
    (id) => read.get('instrument', id, locale) ?? [],
  );
  const exact = ranked.find(({ names }) => Object.values(names).some((name) => normalize(name) === wanted));
  const found = exact ?? ranked[0] ?? null;
  return { found, others: ranked.filter((one) => one !== found).slice(0, maxOthers) };
}
