/** Reads the facts from which tickets and calculators compute. */
import type { AccountType, Instrument } from '../../../content/model.ts';
import { accountCurrencies, costAccount, usualCurrency } from '../../../content/costs/account-facts.ts';
import { ratePath } from '../../../content/costs/conversion.ts';
import { type CostInstrument, type RatePair, costInstrumentFields } from '../../../content/costs/cost-types.ts';
import { dollar } from '../../../content/costs/trade.ts';
import { marketState } from '../../../content/hours/open-spans.ts';
import type { Instant } from '../../../content/hours/zoned-time.ts';
import type { Locale } from '../../../content/locales.ts';
import { shortDayNames } from '../../i18n/day-names.ts';
import { readFormats } from '../../i18n/formats.ts';
import { messages } from '../../i18n/translate.ts';
import type { LoaderContext } from '../../page/page-module.ts';
import type { CostAccountChoice, CostFacts } from '../../ui/costs/cost-fields.ts';
import { priceFigure } from '../../ui/costs/cost-lines.ts';
import { costWriterIn } from '../../ui/costs/cost-writer-in.ts';
import { durationText, momentText } from '../../ui/hours-text.ts';
import { assetListState } from '../../instruments/asset-list-address.ts';
import { assetListRows, instrumentIndex } from '../../instruments/asset-list.ts';
import {
  type InstrumentSource,
  instrumentBySymbol,
  listedAccount,
  ratePairs,
} from '../../instruments/find-instruments.ts';

export type CostSource = Pick<LoaderContext, 'read' | 'locale' | 't'>;

/** The instrument that forms begin with, where the site has it. */
const usualSymbol = 'EURUSD';

/** @param symbol the instrument of a page; null for one that has none. @returns undefined when the site has no instrument at all. */
export function firstInstrument(symbol: string | null, source: CostSource): Instrument | undefined {
  return (
    instrumentBySymbol(symbol ?? usualSymbol, source) ??
    instrumentBySymbol(usualSymbol, source) ??
    source.read.list('instrument', source.locale, { limit: 1 })[0]
  );
}

/** The accounts of a form and their currencies, with those that it begins with. */
interface CostAccounts {
  accounts: CostAccountChoice[];
  currencies: string[];
  first: { account: string; currency: string };
}

export function costAccounts(types: readonly AccountType[]): CostAccounts {
  const currencies = accountCurrencies(types);
  return {
    accounts: types.map((type) => ({ ...costAccount(type), name: type.name })),
    currencies,
    first: {
      account: listedAccount(types)?.id ?? '',
      currency: usualCurrency(currencies),
    },
  };
}

/** Only the pairs that lead from an instrument's currency, and from that of commissions, to those of accounts. */
function pairsFor({ quoteCurrency }: Instrument, currencies: readonly string[], all: readonly RatePair[]): RatePair[] {
  const used = new Set(
    [quoteCurrency, dollar]
      .flatMap((from) => currencies.map((to) => ratePath(from, to, all)))
      .flatMap((path) => path?.steps.map(({ symbol }) => symbol) ?? []),
  );
  return all.filter(({ symbol }) => used.has(symbol));
}

/** The fields that costs depend on: an island gets no more. */
function costInstrument(instrument: Instrument): CostInstrument {
  return Object.fromEntries(costInstrumentFields.map((field) => [field, instrument[field]])) as CostInstrument;
}

/** Whether an instrument's market is open at a moment, and until when, in UTC. Null when its hours are unknown. */
function marketText({ name, calendar }: Instrument, now: Instant, { read, locale, t }: CostSource): string | null {
  const market = read.get('trading-calendar', calendar, locale);
  if (!market) return null;
  const { open, until } = marketState(market, now);
  if (until === null) return t(open ? 'costs.always' : 'costs.never', { name });
  const words = { ...messages[locale].hours, ...shortDayNames(locale) };
  const time = `${momentText(until, now, 'UTC', words)} UTC`;
  const values = { time, duration: durationText(until - now, words) };
  return t(open ? 'costs.open' : 'costs.shut', { name, until: t(open ? 'hours.closes' : 'hours.opens', values) });
}

/** @param now null for a cached page, which does not depend on the moment. */
export function costFacts(
  found: Instrument,
  others: readonly Instrument[],
  { currencies, now, source }: { currencies: readonly string[]; now: Instant | null; source: CostSource },
): CostFacts {
  return {
    subject: costInstrument(found),
    pairs: pairsFor(found, currencies, ratePairs(source.read)),
    market: now === null ? null : marketText(found, now, source),
    others: others.map(({ symbol, name }) => ({ symbol, name })),
  };
}

/** The note about the source of an instrument's figures. */
export function costNotes(instrument: CostInstrument, locale: Locale): string[] {
  const writer = costWriterIn(locale);
  const date = readFormats(locale).date(instrument.pricedAt);
  const price = writer.number(priceFigure(instrument));
  return [writer.text('priced', { date, price }), writer.words.demonstration];
}

/** How many other matches are listed after the best. */
const mostOthers = 6;

/** Names contain non-breaking spaces, which visitors do not type. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/**
 * The instrument that a visitor means by a symbol or a name in any language. An exact name comes before the search of the asset list.
 * @returns the best match, null when nothing matches, and what else does.
 */
export function findInstrument(
  typed: string,
  source: InstrumentSource,
): { found: Instrument | null; others: Instrument[] } {
  const wanted = plain(typed);
  if (wanted === '') return { found: null, others: [] };
  // An exact symbol needs no search.
  const chosen = instrumentBySymbol(wanted, source);
  if (chosen) return { found: chosen, others: [] };
  const { read, locale } = source;
  const state = assetListState(new URLSearchParams({ q: typed }));
  const ranked = assetListRows(instrumentIndex(read, locale), state).found.flatMap(
    (id) => read.get('instrument', id, locale) ?? [],
  );
  const exact = ranked.find(({ names }) => Object.values(names).some((name) => plain(name) === wanted));
  const found = exact ?? ranked[0] ?? null;
  return { found, others: ranked.filter((one) => one !== found).slice(0, mostOthers) };
}
