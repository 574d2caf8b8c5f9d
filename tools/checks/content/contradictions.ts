/**
 * Finds what two places of the content say differently: a minimum spread that is no less than the average, an example that leaves out the swap-free
 * days that tickets count, an hour in UTC at which no market opens or closes, and a fee or deposit that another text gives as another number.
 */
import { number, readNumber } from '../../../cms/src/rules/texts/typed-figures.ts';
import { findOpenSpans } from '../../../content/hours/open-spans.ts';
import { day } from '../../../content/hours/zoned-time.ts';
import type { Instrument, TradingCalendar } from '../../../content/model.ts';
import type { Snapshot, WireDocument } from '../../../content/wire-document.ts';
import { checkLanguages } from './check-language.ts';

/** Finds accounts of an instrument whose average spread is not above its minimum: an average also has the wide minutes in it. */
export function spreadContradictions(instruments: readonly Pick<Instrument, 'symbol' | 'terms'>[]): string[] {
  return instruments.flatMap(({ symbol, terms }) =>
    terms
      .filter(({ spread, minimumSpread }) => minimumSpread >= spread)
      .map(({ account, spread }) => `${symbol}, ${account}: the minimum spread is no less than the average, ${spread}`),
  );
}

function collectStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectStrings) : [];
}

/**
 * Finds worked examples that add a swap to the costs of an account with swap-free days: the ticket next to them does not charge it.
 * @param freeAccounts the ids of accounts with swap-free days.
 */
export function exampleContradictions({ source, wire }: WireDocument, freeAccounts: readonly string[]): string[] {
  const { blocks } = wire as { blocks?: readonly { __component: string }[] };
  const free = new RegExp(String.raw`\.(?:${freeAccounts.join('|')})\b`);
  return (blocks ?? [])
    .filter(({ __component: component }) => component === 'blocks.worked-example')
    .flatMap(collectStrings)
    .flatMap((text) => text.match(/\{\{[^{}]*\}\}/g) ?? [])
    .filter((figure) => /\.swap(?:Long|Short)\b/.test(figure) && free.test(figure))
    .map((figure) => `${source}: ${figure} adds a swap to an account with swap-free days: take one without`);
}

/** Moments in the winter and in the summer of both hemispheres' clocks. */
const seasons = [Date.UTC(2027, 0, 11), Date.UTC(2027, 6, 12)];

/** Collects the times in UTC at which a market opens or closes, and those of the rollover, in winter and in summer. */
export function collectMarketTimes(calendars: readonly Pick<TradingCalendar, 'zone' | 'sessions'>[]): Set<string> {
  const moments = calendars.flatMap((calendar) =>
    seasons.flatMap((start) =>
      findOpenSpans({ ...calendar, exceptions: [] }, start, start + 7 * day).flatMap(({ opens, closes }) => [
        opens,
        closes,
      ]),
    ),
  );
  return new Set(['21:00', '22:00', ...moments.map((at) => new Date(at).toISOString().slice(11, 16))]);
}

/** What the hours and the fees of texts are about: neither articles, which tell of one day, nor figures that are filled in. */
const timelessTypes: ReadonlySet<string> = new Set(['page', 'faq', 'glossary-term', 'account-type']);

export function hourContradictions({ type, source, wire }: WireDocument, times: ReadonlySet<string>): string[] {
  if (!timelessTypes.has(type)) return [];
  return collectStrings(wire)
    .flatMap((text) => [...text.matchAll(/\b(\d{2}:\d{2}) UTC/g)])
    .filter(([, time = '']) => !times.has(time))
    .map(([found]) => `${source}: no market opens or closes at ${found}`);
}

/** Reads the first number of a feature, such as `1,000 EUR / USD`. */
function readFirstNumber(feature: unknown): string {
  return new RegExp(number).exec(String(feature))?.[0] ?? '';
}

/** Finds facts that texts, and the account types, give as different numbers. Which facts there are, and how they are written, is in `languages/`. */
export function statedContradictions(documents: readonly WireDocument[]): string[] {
  const stated = new Map<string, Map<number, string[]>>();
  for (const { type, locale, wire, source } of documents) {
    const language = checkLanguages[locale];
    if (!language || (!timelessTypes.has(type) && type !== 'legal-document')) continue;
    const text = collectStrings(wire)
      .join('\n')
      .replaceAll(/[\u00a0\u202f]/g, ' ')
      .replaceAll(/[*_]/g, '');
    const note = (fact: string, typed: string) => {
      const values = stated.get(fact) ?? new Map<number, string[]>();
      const value = readNumber(typed, language.figures);
      stated.set(fact, values.set(value, [...(values.get(value) ?? []), source]));
    };
    if (type === 'account-type') {
      const { name, features } = wire as { name: string; features: Record<string, unknown> };
      note(`minimum deposit of ${name}`, readFirstNumber(features['minimumDeposit']));
      note(`stop out of ${name}`, readFirstNumber(features['stopOut']));
    }
    for (const [fact, pattern] of Object.entries(language.stated))
      for (const match of text.matchAll(pattern)) note(fact, match[1] ?? '');
  }
  return [...stated].flatMap(([fact, values]) =>
    values.size < 2
      ? []
      : `${fact}: ${[...values].map(([value, sources]) => `${value} (${[...new Set(sources)].slice(0, 3).join(', ')})`).join(' or ')}`,
  );
}

/** Checks the whole content. */
export function contradictionFindings(
  { documents }: Snapshot,
  instruments: readonly Instrument[],
  calendars: readonly TradingCalendar[],
): string[] {
  const freeAccounts = documents.flatMap(({ type, locale, wire }) => {
    const { id, features } = wire as { id: string; features?: { swapFreeDays?: unknown } };
    return type === 'account-type' && locale === 'en' && /[1-9]/.test(String(features?.swapFreeDays)) ? [id] : [];
  });
  const times = collectMarketTimes(calendars);
  return [
    ...spreadContradictions(instruments),
    ...documents.flatMap((document) => [
      ...(freeAccounts.length > 0 ? exampleContradictions(document, freeAccounts) : []),
      ...hourContradictions(document, times),
    ]),
    ...statedContradictions(documents),
  ];
}
