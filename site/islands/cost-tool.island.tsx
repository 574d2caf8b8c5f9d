/**
 * A ticket or calculator. Without a script it is a form that the server answers. In the browser the same code computes the answer while the visitor
 * types, and requests only the facts of another instrument from the server.
 */
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { CostInstrument } from '../../content/costs/cost-types.ts';
import { cleanCode } from '../i18n/clean-text.ts';
import { createAsyncData } from '../browser/loading/async-data.ts';
import { CostBillView } from '../ui/costs/CostBillView.tsx';
import { CostFields } from '../ui/costs/CostFields.tsx';
import { type CostErrors, type CostForm, answerCostForm } from '../ui/costs/cost-answer.ts';
import {
  type CostFacts,
  type CostFieldName,
  type CostTool,
  type CostValues,
  toolFields,
  moveToInstrument,
} from '../ui/costs/cost-fields.ts';
import type { CostAnswer } from '../ui/costs/cost-lines.ts';
import { type CostWords, type CostWriter, createCostWriter, formatMarket } from '../ui/costs/cost-writer.ts';
import styles from '../ui/costs/costs.module.css';
import { useVisitorClock } from './visitor-clock.ts';

export interface CostToolProps extends CostForm {
  /** Address of the page that answers. */
  action: string;
  locale: string;
  /** Language tag whose conventions numbers follow. */
  tag: string;
  words: CostWords;
  /** Further sentences below the bill: the reference price with its date. */
  notes: readonly string[];
  /** Addresses that the question goes on to; `instrument` ends before the symbol, and is null on the page of the instrument itself. */
  next: { compare: string; register: string; instrument: string | null };
}

/** The answer of `/api/costs`. */
export interface CostFactsAnswer {
  facts: CostFacts;
  notes: string[];
}

interface Shown {
  answer: CostAnswer | null;
  errors: CostErrors;
  facts: CostFacts;
  notes: readonly string[];
  /** Address of the shown answer; null until the visitor has changed something. */
  link: string | null;
  values: CostValues;
}

/** Debounces requests, so that a word causes one request. */
const debounceMs = 200;

export function CostTool({
  tool,
  action,
  locale,
  tag,
  values,
  facts,
  accounts,
  currencies,
  words,
  notes,
  next,
}: CostToolProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { own } = useVisitorClock(null);
  const [writer] = useState(() => createCostWriter(tag, words));
  const [loader] = useState(() => createAsyncData<CostFactsAnswer>());
  const { status } = useSyncExternalStore(loader.subscribe, loader.snapshot, loader.snapshot);
  const knowsMarket = useRef(facts.market !== null || tool === 'convert');
  /** The instrument that the fields were filled in for. */
  const latest = useRef(facts.subject);
  const [shown, setShown] = useState<Shown>(() => ({
    ...answerCostForm({ tool, values, facts, accounts, currencies }, writer),
    facts,
    notes,
    link: null,
    values,
  }));

  function fieldValues(): CostValues {
    const data = new FormData(form.current ?? undefined);
    const fields = toolFields[tool].map((name) => {
      const value = data.get(name);
      return [name, typeof value === 'string' ? cleanCode(value) : ''] as const;
    });
    return { ...values, ...Object.fromEntries(fields) };
  }

  /** @param validate false while something is being typed: half a number is no mistake yet. */
  function show(fresh: CostFacts, texts: readonly string[], validate: boolean) {
    const now = fieldValues();
    const result = answerCostForm({ tool, values: now, facts: fresh, accounts, currencies }, writer);
    const parameters = new URLSearchParams(toolFields[tool].map((name) => [name, now[name]]));
    if (tool !== 'cost') parameters.set('tool', tool);
    setShown((before) => ({
      answer: result.answer ?? before.answer,
      errors: result.answer || validate ? result.errors : before.errors,
      facts: fresh,
      notes: texts,
      values: now,
      // The link leads to the visible bill, not to invalid values.
      link: result.answer ? buildQuestionAddress(action, parameters) : before.link,
    }));
  }

  /** Facts of another instrument have arrived: untouched fields get its default values. */
  function showFacts({ facts: fresh, notes: texts }: CostFactsAnswer) {
    const { subject } = fresh;
    const fields = form.current?.elements;
    if (subject && fields) {
      const moved = moveToInstrument(fieldValues(), latest.current, subject, writer.typed);
      latest.current = subject;
      for (const [name, value] of Object.entries({ ...moved, for: subject.symbol })) {
        const field = fields.namedItem(name);
        if (field instanceof HTMLInputElement && name !== 'symbol' && field.value !== value) field.value = value;
      }
    }
    show(fresh, texts, subject === null);
  }

  async function fetchFacts(typed: string) {
    await loader.load(`/api/costs?${new URLSearchParams({ symbol: typed, locale })}`);
    const { status: outcome, data } = loader.snapshot();
    // A later request may be pending: only the newest answer counts.
    if (outcome === 'success' && data) showFacts(data);
  }

  function fetchSoon(typed: string) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void fetchFacts(typed), debounceMs);
  }

  useEffect(() => {
    if (shown.link !== null && toolFields[tool].includes('account')) carryChoice(shown.values);
  }, [tool, shown]);

  function edit(name: CostFieldName, value: string, left: boolean) {
    if (name !== 'symbol') show(shown.facts, shown.notes, left);
    else if (!left) fetchSoon(value);
    // A cached page does not know whether the market is open, so the first change requests it once.
    if (!left && name !== 'symbol' && shown.facts.subject?.symbol && !knowsMarket.current)
      fetchSoon(fieldValues().symbol);
    knowsMarket.current = true;
  }

  const { subject, market, others } = shown.facts;
  const isWrong = Object.values(shown.errors).some(Boolean);
  const sum = shown.answer?.lines.find(({ kind }) => kind === 'total');
  return (
    <div className={styles.tool}>
      <form ref={form} action={action} method="get" className={styles.form} noValidate>
        {tool !== 'cost' && <input type="hidden" name="tool" value={tool} />}
        <CostFields
          {...{ tool, id, values, accounts, currencies, writer }}
          errors={shown.errors}
          facts={shown.facts}
          onEdit={edit}
        />
        {subject && <input type="hidden" name="for" defaultValue={subject.symbol} />}
        <button className="button">{words.submit}</button>
      </form>
      <div aria-busy={status === 'pending' || undefined}>
        {/* Announces only the sum of the bill while the visitor types. */}
        <p className="visually-hidden" role="status">
          {shown.link && sum ? `${sum.label}: ${sum.amount}` : ''}
        </p>
        {status === 'error' && (
          <p role="alert" className={styles.market}>
            {words.offline}
          </p>
        )}
        {market && (
          <p key={market.text} className={styles.market}>
            {formatMarket(market, writer, own ?? 'UTC')}
          </p>
        )}
        {others.length > 0 && (
          <p className={styles.more}>
            {words.others}{' '}
            {others.map((other, index) => (
              <span key={other.symbol}>
                {index > 0 && ', '}
                <a href={buildQuestionAddress(action, buildSymbolQuestion(tool, other.symbol))} rel="nofollow">
                  {other.name}
                </a>
              </span>
            ))}
          </p>
        )}
        {shown.answer && (
          // While a field is wrong, the last bill is out of date. Inline, because the budget of the stylesheet is used up.
          <div inert={isWrong} style={isWrong ? { opacity: 0.3 } : undefined}>
            <CostBillView answer={shown.answer} writer={writer} more={shown.notes} live={shown.link !== null} />
            {shown.link && (
              <p className={styles.more}>
                <a href={shown.link} rel="nofollow">
                  {words.link}
                </a>
              </p>
            )}
            {subject && toolFields[tool].includes('account') && (
              <p className={styles.more}>
                {listNextLinks(next, shown, subject, { accounts, writer }).map(([href, text], index) => (
                  <span key={href}>
                    {index > 0 && ' · '}
                    <a href={href} rel="nofollow">
                      {text}
                    </a>
                  </span>
                ))}
              </p>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** Takes the chosen currency, and the account where a link names none, to the registration. */
function carryChoice({ account, currency }: CostValues) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href*="/register"]')) {
    const { pathname, searchParams } = new URL(link.href);
    if (!searchParams.has('account') || link.dataset['follows']) {
      searchParams.set('account', account);
      link.dataset['follows'] = 'ticket';
    }
    searchParams.set('currency', currency);
    link.href = `${pathname}?${searchParams}#form`;
  }
}

/** Lists where the question goes on: the comparison of accounts, the registration, the page of the instrument. */
function listNextLinks(
  next: CostToolProps['next'],
  { values, link, facts }: Shown,
  { symbol, name }: CostInstrument,
  { accounts, writer }: Pick<CostToolProps, 'accounts'> & { writer: CostWriter },
): [href: string, text: string][] {
  const { lots, nights, side, from, account, currency } = values;
  const trade = { symbol1: symbol, lots1: lots, trades1: '1', nights1: nights, currency };
  const isQuestion = link !== null || facts.market !== null;
  const ticket = isQuestion ? `?${new URLSearchParams({ side, lots, nights, from, account, currency })}` : '';
  const chosen = { account: accounts.find(({ id }) => id === account)?.name ?? '', currency };
  return [
    [`${next.compare}?${new URLSearchParams(trade)}#compare`, writer.words.nextCompare],
    ...(next.instrument
      ? ([[`${next.instrument}${symbol.toLowerCase()}${ticket}#ticket`, writer.text('nextAbout', { name })]] as [
          string,
          string,
        ][])
      : []),
    [`${next.register}?${new URLSearchParams({ account, currency })}#form`, writer.text('nextOpen', chosen)],
  ];
}

function buildSymbolQuestion(tool: CostTool, symbol: string): URLSearchParams {
  return new URLSearchParams({ ...(tool === 'cost' ? {} : { tool }), symbol });
}

/** Adds the question to the address of the page; the fragment stays last. */
function buildQuestionAddress(action: string, question: URLSearchParams): string {
  const [path, fragment] = action.split('#', 2);
  return `${path}?${question}#${fragment}`;
}
