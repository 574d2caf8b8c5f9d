/** The answer above the results of a search: a bill, the hours of a market, the coming holidays, or what we may offer in a country. */
import { toSearchable } from '../../content/search/searchable.ts';
import { findOpenSpans } from '../../content/hours/open-spans.ts';
import { type Instant, addDays, day, findWallTime, minute } from '../../content/hours/zoned-time.ts';
import type { Faq, TradingCalendar } from '../../content/model.ts';
import type { SearchHit } from '../../content/search/site-search.ts';
import { readFormats } from '../i18n/formats.ts';
import { findOccasionName } from '../i18n/occasions.ts';
import type { TypedQuestion } from './search-question.ts';
import { Island } from '../islands/Island.tsx';
import type { MarketWeekProps } from '../islands/market-week.island.tsx';
import { keepLiveLinks } from '../layout/live-links.ts';
import type { LoaderContext } from '../page/page-module.ts';
import { linkTo } from '../route-patterns.ts';
import { Accordion } from '../ui/Accordion.tsx';
import { CostBillView } from '../ui/costs/CostBillView.tsx';
import { answerCostForm } from '../ui/costs/cost-answer.ts';
import type { CostAnswer } from '../ui/costs/cost-lines.ts';
import { formatMarket } from '../ui/costs/cost-writer.ts';
import { createLocalizedCostWriter } from '../ui/costs/localized-cost-writer.ts';
import { useCurrentPage } from '../ui/current-page.tsx';
import { formatClock } from '../ui/hours-text.ts';
import { findTypedCountry } from './account/typed-country.ts';
import { describeMarket } from './costs/cost-facts.ts';
import { answerAnchor, buildToolProps } from './costs/cost-tool-props.ts';
import { type ComingDay, listComingDays } from './hours/coming-days.ts';
import { buildHoursBoard } from './hours/hours-board.ts';
import { ComingDays } from './hours/trading-hours-page.tsx';
import styles from './search-page.module.css';

/** The most days of a list. */
const maxDays = 6;

interface AnswerBase {
  title: string;
  /** Sentences before the drawing. */
  texts: string[];
  /** Leads to the whole, by a site path without language prefix; null where nothing is offered. */
  link: { path: string; text: string } | null;
}

export type SearchAnswer = AnswerBase &
  (
    | { kind: 'cost' | 'margin'; subject: string; bill: CostAnswer | null; notes: readonly string[] }
    | { kind: 'hours'; subject: string; week: MarketWeekProps }
    | { kind: 'days'; days: ComingDay[] }
    | { kind: 'country'; subject: string; faq: Faq | null }
  );

/**
 * Builds the answer to a question; null when the words ask none that figures, calendars or the policy of countries answer.
 * @param best what the words find first.
 */
export function findSearchAnswer(
  query: string,
  question: TypedQuestion | null,
  best: SearchHit | undefined,
  context: LoaderContext,
): SearchAnswer | null {
  const now = Date.now();
  if (!question) return answerCountry(query, best, context);
  if (question.about === 'instrument') return null;
  if (question.instrument === null) return answerDays(question, now, context);
  return question.about === 'hours' ? answerHours(question, now, context) : answerCost(question, now, context);
}

function answerCost(question: TypedQuestion, now: Instant, context: LoaderContext): SearchAnswer | null {
  const { locale, t, read } = context;
  const tool = question.about === 'margin' ? 'margin' : 'cost';
  const writer = createLocalizedCostWriter(locale);
  const instrument = read.get('instrument', question.instrument ?? '', locale);
  if (!instrument) return null;
  const query = new URLSearchParams({
    symbol: instrument.symbol,
    ...(question.lots !== null && { lots: writer.typed(question.lots) }),
    ...(tool === 'cost' && { nights: String(question.nights ?? 0), side: question.sells ? 'short' : 'long' }),
    ...(tool === 'cost' && question.from && { from: question.from }),
  });
  const props = buildToolProps({ tool, query, symbol: null, now }, context);
  if (!props) return null;
  const { answer, errors } = answerCostForm(props, writer);
  if (tool === 'margin') query.set('tool', tool);
  const account = props.accounts.find(({ id }) => id === props.values.account)?.name ?? '';
  const { currency } = props.values;
  return {
    kind: tool,
    subject: instrument.id,
    title: t('costs.answerTitle', { tool: t(`costs.tools.${tool}`), name: instrument.name }),
    texts: [
      ...(props.facts.market ? [formatMarket(props.facts.market, writer, 'UTC')] : []),
      // A wrong size is explained in place of the bill.
      ...(answer ? [t('search.answers.onAccount', { account, currency })] : Object.values(errors)),
    ],
    bill: answer,
    notes: props.notes,
    link: { path: `${linkTo('/trading-tools')}?${query}#${answerAnchor}`, text: t('search.answers.change') },
  };
}

function answerHours(question: TypedQuestion, now: Instant, context: LoaderContext): SearchAnswer | null {
  const { locale, t, read } = context;
  const instrument = read.get('instrument', question.instrument ?? '', locale);
  const calendar = instrument && read.get('trading-calendar', instrument.calendar, locale);
  if (!calendar) return null;
  const today = findWallTime(now, 'UTC').date;
  const ofOccasion = calendar.exceptions.find(
    ({ date, occasion }) => date >= today && question.occasions.includes(occasion ?? ''),
  );
  const date = question.date ?? ofOccasion?.date ?? null;
  const { name } = instrument;
  const market = describeMarket(instrument, now, context);
  const texts = date
    ? describeDay(calendar, { date, name }, context)
    : market
      ? [formatMarket(market, createLocalizedCostWriter(locale), 'UTC')]
      : [];
  const { board, words } = buildHoursBoard([calendar], new URLSearchParams({ week: date ?? today }), now, context);
  return {
    kind: 'hours',
    subject: instrument.id,
    title: t('costs.answerTitle', { tool: findHoursTitle(context), name }),
    texts,
    week: { board, words: { inUtc: t('instrument.inUtc'), inZone: words.inZone } },
    link: { path: `${linkTo('/trading-hours')}?week=${date ?? today}#${calendar.id}`, text: t('search.answers.week') },
  };
}

function findHoursTitle({ read, locale, t }: LoaderContext): string {
  return read.get('page', 'trading-hours', locale)?.title ?? t('hours.board');
}

/** Says when a market is open on a day in UTC, and the occasion of a holiday. */
function describeDay(
  calendar: TradingCalendar,
  { date, name }: { date: string; name: string },
  { locale, t }: LoaderContext,
): string[] {
  const from = Date.parse(`${date}T00:00:00Z`);
  const clock = (at: Instant) => formatClock((Math.min(Math.max(at, from), from + day) - from) / minute);
  const times = findOpenSpans(calendar, from, from + day)
    .filter(({ opens, closes }) => closes > from && opens < from + day)
    .map(({ opens, closes }) => `${clock(opens)}–${clock(closes)}`);
  const values = { name, date: readFormats(locale).date(date), times: times.join(', ') };
  const exception = calendar.exceptions.find((one) => one.date === date);
  return [
    t(times.length > 0 ? 'search.answers.openOn' : 'search.answers.closedOn', values),
    ...(exception ? [`${findOccasionName(exception.occasion, locale)}.`] : []),
  ];
}

function answerDays({ date, occasions }: TypedQuestion, now: Instant, context: LoaderContext): SearchAnswer | null {
  const { locale, t, read } = context;
  const isAny = date === null && occasions.length === 0;
  const days = listComingDays(read.list('trading-calendar', locale), {
    now,
    zone: 'UTC',
    locale,
    t,
    ...(!isAny && {
      wanted: (exception) => exception.date === date || occasions.includes(exception.occasion ?? ''),
    }),
  })
    .filter((one) => one.date <= addDays(findWallTime(now, 'UTC').date, 366))
    .slice(0, maxDays);
  if (days.length === 0) return null;
  return {
    kind: 'days',
    title: t('hours.holidays'),
    texts: [t('instrument.inUtc')],
    days,
    link: { path: linkTo('/trading-hours'), text: t('search.answers.days') },
  };
}

function answerCountry(query: string, best: SearchHit | undefined, context: LoaderContext): SearchAnswer | null {
  const { locale, t, read, registrationRule } = context;
  const document = best && read.get(best.type, best.id, locale);
  const title = (document && toSearchable(best.type, document)?.title) ?? '';
  const country = findTypedCountry(query, locale, title);
  if (!country) return null;
  const rule = registrationRule(country.code);
  const faq = read.get('faq', rule === 'declaration' ? 'eu-residents' : 'who-can-open', locale);
  return {
    kind: 'country',
    subject: country.code,
    title: t('search.answers.country', { country: country.name }),
    texts: [t(`search.answers.countryRules.${rule}`)],
    faq: faq && keepLiveLinks(faq, read, locale),
    link: rule === 'refused' ? null : { path: linkTo('/register'), text: t('search.answers.register') },
  };
}

/** Shows the answer. The island of the hours puts them on the visitor's clock. */
export function SearchAnswerSection({ answer }: { answer: SearchAnswer }) {
  const { t, href, locale } = useCurrentPage();
  return (
    <section aria-labelledby="answer" className={styles.answer} data-answer={describeAnswer(answer)}>
      <p className={styles.kind}>{t('search.answers.answer')}</p>
      <h2 id="answer">{answer.title}</h2>
      <p>{answer.texts.join(' ')}</p>
      {'bill' in answer && answer.bill && (
        <div>
          <CostBillView answer={answer.bill} writer={createLocalizedCostWriter(locale)} more={answer.notes} />
        </div>
      )}
      {answer.kind === 'hours' && (
        <div>
          <Island name="market-week" load="visible" props={answer.week} />
        </div>
      )}
      {answer.kind === 'days' && <ComingDays days={answer.days} />}
      {answer.kind === 'country' && answer.faq && <Accordion items={[answer.faq]} open />}
      {answer.link && (
        <p>
          <a href={href(answer.link.path)}>{answer.link.text}</a>
        </p>
      )}
    </section>
  );
}

/** Names an answer and its subject: `cost/xauusd`. */
export function describeAnswer(answer: SearchAnswer): string {
  return 'subject' in answer ? `${answer.kind}/${answer.subject}` : answer.kind;
}
