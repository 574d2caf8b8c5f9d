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
  buildFirstValues,
  maxInputLength,
  moveToInstrument,
} from '../../ui/costs/cost-fields.ts';
import { createLocalizedCostWriter } from '../../ui/costs/localized-cost-writer.ts';
import { findBySymbol, listRatePairs } from '../../instruments/find-instruments.ts';
import {
  type CostSource,
  listCostAccounts,
  buildCostFacts,
  buildCostNotes,
  findInstrument,
  chooseFirst,
} from './cost-facts.ts';

/** The fragment of the answer in the address of the page that answers the forms. */
export const answerAnchor = 'tool';

interface ToolRequest {
  tool: CostTool;
  /** The question; null for an untouched form. */
  query: URLSearchParams | null;
  /** The instrument of such a form. */
  symbol: string | null;
  /** Milliseconds since 1970. Null for a page that is the same for everybody. */
  now: number | null;
}

/** Builds the props; null without instruments or accounts, because then there is nothing to compute. */
export function buildToolProps({ tool, query, symbol, now }: ToolRequest, source: CostSource): CostToolProps | null {
  const { read, locale } = source;
  const { accounts, currencies, first } = listCostAccounts(read.list('account-type', locale));
  const standard = chooseFirst(symbol, source);
  if (!standard || accounts.length === 0 || currencies.length === 0) return null;
  const { typed: write, words } = createLocalizedCostWriter(locale);
  const shared = {
    tool,
    locale,
    tag: localeRecords[locale].format,
    words,
    action: `${localePath(linkTo('/trading-tools'), locale)}#${answerAnchor}`,
    accounts,
    currencies,
    next: {
      compare: localePath(linkTo('/account-types'), locale),
      register: localePath(linkTo('/register'), locale),
      instrument: `${localePath(linkTo('/cfd-asset-list'), locale)}/`,
    },
  };
  /** Finds the values of the fields: those of the question, else the initial ones. */
  const findValues = (instrument: Instrument | null): CostValues => {
    const initial = buildFirstValues(instrument, first);
    const initialValues = costFieldNames.map((name) => [name, write(initial[name])] as const);
    const queried = toolFields[tool].flatMap((name) => {
      const value = query?.get(name)?.slice(0, maxInputLength);
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries([...initialValues, ...queried]) as CostValues;
  };
  if (tool === 'convert') {
    const facts = { subject: null, pairs: listRatePairs(read), market: null, others: [] };
    return { ...shared, values: findValues(null), facts, notes: [words.demonstration] };
  }
  const typed = query?.get('symbol')?.slice(0, maxInputLength) ?? standard.symbol;
  const { found, others } = findInstrument(typed, source);
  const instrument = found ?? standard;
  const facts = buildCostFacts(instrument, others, { currencies, now, source });
  // The visitor changed the instrument after the form was filled in.
  const former = query?.get('for')?.slice(0, maxInputLength);
  const before = former ? findBySymbol(former, source) : null;
  return {
    ...shared,
    values: { ...moveToInstrument(findValues(instrument), before, instrument, write), symbol: typed },
    facts: found ? facts : { ...facts, subject: null, market: null },
    notes: found ? buildCostNotes(found, locale) : [],
  };
}

/** Finds the instrument of a page's ticket. @param otherwise the class whose first instrument replaces a missing one. */
export function findTicketInstrument(
  symbol: string,
  otherwise: InstrumentClass,
  source: CostSource,
): Instrument | null {
  return (
    findBySymbol(symbol, source) ??
    source.read.list('instrument', source.locale, { relation: ['class', otherwise], limit: 1 })[0] ??
    null
  );
}

/**
 * Builds the cost ticket of a page. Without a question it is the same for everybody, and does not depend on the moment.
 * @param symbol the ticket's instrument.
 * @param otherwise the class whose first instrument replaces a missing one.
 * @param question the visitor's ticket in the address, if the page reads one.
 */
export function buildPageTicket(
  symbol: string,
  otherwise: InstrumentClass,
  source: CostSource,
  question: URLSearchParams | null = null,
): CostToolProps | null {
  const first = findTicketInstrument(symbol, otherwise, source);
  const answering = question && question.size > 0 ? { query: question, now: Date.now() } : { query: null, now: null };
  return first ? buildToolProps({ tool: 'cost', symbol: first.symbol, ...answering }, source) : null;
}
