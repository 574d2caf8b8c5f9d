/** What the island of a ticket or calculator gets: from the address of a question, or for a page that shows one at first. */
import type { Instrument } from '../../../content/model.ts';
import { localeRecords } from '../../../content/locales.ts';
import { localePath } from '../../i18n/locale-path.ts';
import { messages } from '../../i18n/translate.ts';
import type { CostToolProps } from '../../islands/cost-tool.island.tsx';
import { linkTo } from '../../route-patterns.ts';
import {
  type CostTool,
  type CostValues,
  costFieldNames,
  fieldsOf,
  firstValues,
  longestInput,
  movedTo,
} from '../../ui/costs/cost-fields.ts';
import { costWriter } from '../../ui/costs/cost-writer.ts';
import {
  type CostAccounts,
  type CostSource,
  costAccounts,
  costFacts,
  costNotes,
  firstInstrument,
  instrumentOf,
} from './cost-facts.ts';
import { ratePairs } from '../../instruments/rate-pairs.ts';
import { findInstrument } from './find-instrument.ts';

/** Where forms of this kind are answered: the element that the browser scrolls to. */
export const answerAnchor = 'tool';

interface Wanted {
  tool: CostTool;
  /** The question; null for a form that nobody has filled in. */
  query: URLSearchParams | null;
  /** The instrument of such a form. */
  symbol: string | null;
  /** Milliseconds since 1970. Null for a page that is the same for everybody. */
  now: number | null;
}

/** @returns null when there are no instruments, or no accounts: then there is nothing to compute. */
export function costToolProps({ tool, query, symbol, now }: Wanted, source: CostSource): CostToolProps | null {
  const { read, locale } = source;
  const choices = costAccounts(read.list('account-type', locale));
  const usual = firstInstrument(symbol, source);
  if (!usual || choices.accounts.length === 0 || choices.currencies.length === 0) return null;
  const shared = {
    tool,
    locale,
    tag: localeRecords[locale].format,
    words: messages[locale].costs.words,
    action: `${localePath(linkTo('/trading-tools'), locale)}#${answerAnchor}`,
    accounts: choices.accounts,
    currencies: choices.currencies,
  };
  const write = costWriter(shared.tag, shared.words).typed;
  if (tool === 'convert') {
    const facts = { subject: null, pairs: ratePairs(source.read), market: null, others: [] };
    const values = valuesFrom(query, tool, inFields(firstValues(null, choices.first), write));
    return { ...shared, values, facts, notes: [messages[locale].costs.words.demonstration] };
  }
  const typed = query?.get('symbol')?.slice(0, longestInput) ?? usual.symbol;
  const { found, others } = findInstrument(typed, source);
  const subject = found ?? usual;
  const facts = costFacts(subject, others, { currencies: choices.currencies, now, source });
  const values = questionValues({ query, tool, subject, source, choices, write });
  return {
    ...shared,
    values: { ...values, symbol: typed },
    facts: found ? facts : { ...facts, subject: null, market: null },
    notes: found && facts.subject ? costNotes(facts.subject, locale) : [],
  };
}

/** What stands in the fields: the question, and what is not asked as it is at first. */
function questionValues({
  query,
  tool,
  subject,
  source,
  choices,
  write,
}: {
  query: URLSearchParams | null;
  tool: CostTool;
  subject: Instrument;
  source: CostSource;
  choices: CostAccounts;
  write: (plain: string) => string;
}): CostValues {
  const first = inFields(firstValues(subject, choices.first), write);
  const values = valuesFrom(query, tool, first);
  // The form was filled in for another instrument than the one that was then typed.
  const former = query?.get('for')?.slice(0, longestInput);
  const before = former ? instrumentOf(former, source) : null;
  return movedTo(values, before, subject, write);
}

function valuesFrom(query: URLSearchParams | null, tool: CostTool, first: CostValues): CostValues {
  const given = fieldsOf[tool].flatMap((name) => {
    const value = query?.get(name);
    return value === null || value === undefined ? [] : [[name, value.slice(0, longestInput)] as const];
  });
  return { ...first, ...Object.fromEntries(given) };
}

function inFields(values: CostValues, write: (plain: string) => string): CostValues {
  return Object.fromEntries(costFieldNames.map((name) => [name, write(values[name])])) as CostValues;
}
