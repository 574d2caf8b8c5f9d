/** Builds the props of the ticket and calculator island, from a question in the address or from initial values. */
import type { Instrument } from '../../../content/model.ts';
import type { InstrumentClass } from '../../../content/model-instruments.ts';
import { localeRecords } from '../../../content/locales.ts';
import { localePath } from '../../i18n/locale-path.ts';
import type { CostToolProps } from '../../islands/cost-tool.island.tsx';
import { linkTo } from '../../route-patterns.ts';
import {
  type CostTool,
  type CostValues,
  costFieldNames,
  toolFields,
  firstValues,
  longestInput,
  moveToInstrument,
} from '../../ui/costs/cost-fields.ts';
import { costWriterIn } from '../../ui/costs/cost-writer-in.ts';
import { instrumentBySymbol, ratePairs } from '../../instruments/find-instruments.ts';
import { type CostSource, costAccounts, costFacts, costNotes, findInstrument, firstInstrument } from './cost-facts.ts';

/** The page that answers forms of this kind, with the fragment of the answer. */
export const answerAnchor = 'tool';

interface Wanted {
  tool: CostTool;
  /** The question; null for an untouched form. */
  query: URLSearchParams | null;
  /** The instrument of such a form. */
  symbol: string | null;
  /** Milliseconds since 1970. Null for a page that is the same for everybody. */
  now: number | null;
}

/** @returns null when there are no instruments, or no accounts: then there is nothing to compute. */
export function costToolProps({ tool, query, symbol, now }: Wanted, source: CostSource): CostToolProps | null {
  const { read, locale } = source;
  const { accounts, currencies, first } = costAccounts(read.list('account-type', locale));
  const usual = firstInstrument(symbol, source);
  if (!usual || accounts.length === 0 || currencies.length === 0) return null;
  const { typed: write, words } = costWriterIn(locale);
  const shared = {
    tool,
    locale,
    tag: localeRecords[locale].format,
    words,
    action: `${localePath(linkTo('/trading-tools'), locale)}#${answerAnchor}`,
    accounts,
    currencies,
  };
  /** The values of the fields: those of the question, and the initial ones where it names none. */
  const valuesFor = (instrument: Instrument | null): CostValues => {
    const initial = firstValues(instrument, first);
    const written = costFieldNames.map((name) => [name, write(initial[name])] as const);
    const given = toolFields[tool].flatMap((name) => {
      const value = query?.get(name)?.slice(0, longestInput);
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries([...written, ...given]) as CostValues;
  };
  if (tool === 'convert') {
    const facts = { subject: null, pairs: ratePairs(read), market: null, others: [] };
    return { ...shared, values: valuesFor(null), facts, notes: [words.demonstration] };
  }
  const typed = query?.get('symbol')?.slice(0, longestInput) ?? usual.symbol;
  const { found, others } = findInstrument(typed, source);
  const instrument = found ?? usual;
  const facts = costFacts(instrument, others, { currencies, now, source });
  // The visitor changed the instrument after the form was filled in.
  const former = query?.get('for')?.slice(0, longestInput);
  const before = former ? instrumentBySymbol(former, source) : null;
  return {
    ...shared,
    values: { ...moveToInstrument(valuesFor(instrument), before, instrument, write), symbol: typed },
    facts: found ? facts : { ...facts, subject: null, market: null },
    notes: found ? costNotes(found, locale) : [],
  };
}

/**
 * The cost ticket of a page that is the same for everybody: it does not depend on the moment.
 * @param symbol the ticket's instrument.
 * @param otherwise the class whose first instrument takes its place where it is missing.
 */
export function pageTicket(symbol: string, otherwise: InstrumentClass, source: CostSource): CostToolProps | null {
  const first =
    instrumentBySymbol(symbol, source) ??
    source.read.list('instrument', source.locale, { relation: ['class', otherwise], limit: 1 })[0];
  return first ? costToolProps({ tool: 'cost', query: null, symbol: first.symbol, now: null }, source) : null;
}
