/**
 * Reads a question that was typed into the search: about the cost, the margin or the opening hours of an instrument, or about a day. The words are
 * messages (`search.words`), in the language of the page and in English. A question with a word that is none of them is left to the search of texts.
 */
import { removeFunctionWords } from '../../content/search/function-words.ts';
import { addDays, findWallTime, findWeekday, type Instant } from '../../content/hours/zoned-time.ts';
import { weekdays } from '../../content/costs/swap-nights.ts';
import { type Locale, byLocale, defaultLocale, localeRecords } from '../../content/locales.ts';
import { type Messages, messages } from '../i18n/translate.ts';
import { type InstrumentIndex, findNamed, normalizeWords } from '../instruments/asset-list.ts';

type Subject = keyof Messages['search']['words'];

export interface TypedQuestion {
  /** `instrument`: only its name, with words such as “stock”. */
  about: 'cost' | 'margin' | 'hours' | 'instrument';
  /** Id of the instrument; null for a question about a day. */
  instrument: string | null;
  /** Plain digits; null when the question has none. */
  lots: string | null;
  nights: number | null;
  /** The first night. */
  from: (typeof weekdays)[number] | null;
  sells: boolean;
  /** ISO date; null for now, or for the days of an occasion. */
  date: string | null;
  /** Keys of occasions such as `christmas`. */
  occasions: string[];
}

/** The most words of a name or an expression. */
const longestName = 4;
/** Sentences that are longer than this are about something else. */
const maxWords = 16;

/** Expressions by subject, normalized. */
const expressions = byLocale((locale) => {
  const read = (subject: Subject) =>
    [locale, defaultLocale].flatMap((one) => messages[one].search.words[subject].split('|').map(normalizeWords));
  const subjects = Object.keys(messages[locale].search.words) as Subject[];
  return Object.fromEntries(subjects.map((one) => [one, read(one)])) as Record<Subject, string[]>;
});

function formatNames(locale: Locale, options: Intl.DateTimeFormatOptions, dates: number[]): string[] {
  const format = new Intl.DateTimeFormat(localeRecords[locale].format, { ...options, timeZone: 'UTC' });
  return dates.map((date) => normalizeWords(format.format(date)));
}

/** Names of months and weekdays, normalized; a date is also written in English. */
const calendarNames = byLocale((locale) => ({
  months: [locale, defaultLocale].map((one) =>
    formatNames(
      one,
      { month: 'long' },
      Array.from({ length: 12 }, (_, index) => Date.UTC(2026, index, 1)),
    ),
  ),
  // 2 February 2026 is a Monday.
  weekdays: [locale, defaultLocale].map((one) =>
    formatNames(
      one,
      { weekday: 'long' },
      Array.from({ length: 7 }, (_, index) => Date.UTC(2026, 1, 2 + index)),
    ),
  ),
}));

/** Splits a question into words; a number keeps its decimals. */
export function splitQuestion(typed: string): string[] {
  return typed.split(/(?<!\d)(\d+[.,]\d+)/).flatMap((part, index) => {
    if (index % 2 === 1) return part.replace(',', '.');
    const plain = normalizeWords(part);
    return plain === '' ? [] : plain.split(' ');
  });
}

/** The words of a question, and which of them are understood. */
class Words {
  readonly list: readonly string[];
  readonly #taken = new Set<number>();

  constructor(list: readonly string[]) {
    this.list = list;
  }

  /** Finds the first of the longest runs of free words for which `find` returns something, and takes them. */
  take<Found>(find: (run: string) => Found | null | undefined): Found | null {
    for (let length = Math.min(longestName, this.list.length); length > 0; length -= 1)
      for (let from = 0; from + length <= this.list.length; from += 1) {
        const run = this.list.slice(from, from + length);
        if (run.some((_, index) => this.#taken.has(from + index))) continue;
        const found = find(run.join(' '));
        if (found === null || found === undefined) continue;
        for (let index = from; index < from + length; index += 1) this.#taken.add(index);
        return found;
      }
    return null;
  }

  /** Takes every run that is one of the expressions. @returns whether there was one. */
  takeAll(wanted: readonly string[]): boolean {
    let any = false;
    while (this.take((run) => (wanted.includes(run) ? run : null)) !== null) any = true;
    return any;
  }

  rest(): string[] {
    return this.list.filter((_, index) => !this.#taken.has(index));
  }
}

/** Takes a number before one of the expressions, in digits or as a word: `2 lots`, `dos noches`. */
function takeCount(words: Words, wanted: readonly string[], locale: Locale): string | null {
  return words.take((run) => {
    const [count = '', ...unit] = run.split(' ');
    return wanted.includes(unit.join(' ')) ? readNumber(count, locale) : null;
  });
}

function readNumber(word: string, locale: Locale): string | null {
  if (/^\d+(?:\.\d+)?$/.test(word)) return word;
  const { numbers } = expressions[locale];
  const index = numbers.findIndex((names) => names.split(' ').includes(word));
  return index === -1 ? null : String((index % 10) + 1);
}

function findMonth(word: string, locale: Locale): number {
  if (word.length < 3) return -1;
  return Math.max(...calendarNames[locale].months.map((months) => months.findIndex((month) => month.startsWith(word))));
}

/** A day of a month with the letters of an ordinal number: `4th`. */
const ordinal = /^(\d{1,2})\p{L}{1,2}$/u;

/** Takes a date such as `24 December`, `December 24th`, `24 de diciembre de 2026`, `24/12`, `2026-12-24`: without a year, the next such day. */
function takeDate(words: Words, today: string, locale: Locale): string | null {
  const iso = words.take((run) => /^(20\d\d) (\d\d) (\d\d)$/.exec(run)?.slice(1).join('-'));
  if (iso) return iso;
  const found = words.take((run) => {
    const [one = '', ...others] = removeFunctionWords(run.split(' '), locale).map(
      (word) => ordinal.exec(word)?.[1] ?? readNumber(word, locale) ?? word,
    );
    const other = others.length === 1 ? (others[0] ?? '') : '';
    const [dayText, month] = /^\d{1,2}$/.test(one)
      ? [one, /^\d{1,2}$/.test(other) ? Number(other) - 1 : findMonth(other, locale)]
      : [other, findMonth(one, locale)];
    const dayNumber = Number(dayText);
    if (!/^\d{1,2}$/.test(dayText) || month < 0 || month > 11 || dayNumber < 1 || dayNumber > 31) return null;
    return `${String(month + 1).padStart(2, '0')}-${String(dayNumber).padStart(2, '0')}`;
  });
  if (!found) return null;
  const year = words.take((run) => (/^20\d\d$/.test(run) ? run : null));
  const thisYear = Number(today.slice(0, 4));
  return year ? `${year}-${found}` : `${`${thisYear}-${found}` < today ? thisYear + 1 : thisYear}-${found}`;
}

/** Takes the instrument, and other names of the same sentence: “WTI oil” names one by its symbol, and crude oil. */
function takeInstrument(words: Words, index: InstrumentIndex): string | null {
  const named = new Set<string>();
  let best: string | null = null;
  const take = () =>
    words.take((run) => {
      const id = findNamed(index, run);
      if (id !== null && (best === null || run === id)) best = id;
      return id;
    });
  for (let id = take(); id !== null && !named.has(id); id = take()) named.add(id);
  return best;
}

function takeWeekday(words: Words, locale: Locale): (typeof weekdays)[number] | null {
  const found = words.take((run) => {
    const index = Math.max(
      ...calendarNames[locale].weekdays.map((names) => names.findIndex((name) => run === name || run === `${name}s`)),
    );
    return index === -1 ? null : index;
  });
  return found === null ? null : (weekdays[found] ?? null);
}

/** Takes the name of an occasion, or most of it: “christmas” means Christmas Day and Christmas Eve. */
function takeOccasions(words: Words, locale: Locale): string[] {
  const { words: lists } = messages[locale].search;
  const plain = new Set(Object.values(lists).flatMap((list) => list.split('|').map(normalizeWords)));
  return (
    words.take((run) => {
      const content = removeFunctionWords(run.split(' '), locale);
      if (
        content.every((word) => plain.has(word) || /^\d/.test(word) || word.length < 3 || isFunctionWord(word, locale))
      )
        return null;
      const isDay = calendarNames[locale].weekdays.some((names) => names.includes(run));
      const keys = [locale, defaultLocale].flatMap((one) =>
        Object.entries(messages[one].hours.occasions).flatMap(([key, name]) => {
          // The country in brackets is no part of the name.
          const normalized = normalizeWords(name.replace(/\([^()]*\)/g, ''));
          const isPart = ` ${normalized} `.includes(` ${run} `);
          const isMost = content.length * 2 >= removeFunctionWords(normalized.split(' '), one).length;
          return isPart && isMost && !isDay ? key : [];
        }),
      );
      return keys.length > 0 ? [...new Set(keys)] : null;
    }) ?? []
  );
}

/** Reads a question; null when it is about something else. */
export function readQuestion(
  typed: string,
  { index, locale, now }: { index: InstrumentIndex; locale: Locale; now: Instant },
): TypedQuestion | null {
  const list = splitQuestion(typed);
  if (list.length === 0 || list.length > maxWords) return null;
  const words = new Words(list);
  const known = expressions[locale];
  const today = findWallTime(now, 'UTC').date;
  const instrument = takeInstrument(words, index);
  const occasions = takeOccasions(words, locale);
  const day = takeDate(words, today, locale);
  const typedLots = takeCount(words, known.lots, locale);
  const typedDays = takeCount(words, known.days, locale);
  const typedWeeks = takeCount(words, known.weeks, locale);
  const typedMonths = takeCount(words, known.months, locale);
  const atWeekend = words.takeAll(known.weekend);
  const weekday = takeWeekday(words, locale);
  const tomorrow = words.takeAll(known.tomorrow);
  const isNow = words.takeAll(known.today);
  const overnight = words.takeAll(known.night);
  const margin = words.takeAll(known.margin);
  const cost = words.takeAll(known.cost) || overnight;
  const holidays = words.takeAll(known.holidays);
  const hours = words.takeAll(known.hours);
  const sells = words.takeAll(known.sell);
  words.takeAll(known.lots);
  words.takeAll(known.others);
  // A number alone is the size: “0.3 gold”.
  const lots = typedLots ?? (instrument ? words.take((run) => (/^\d+(?:\.\d+)?$/.test(run) ? run : null)) : null);
  const unknown = words.rest().filter((word) => !isFunctionWord(word, locale)).length;
  // A sentence about an instrument or an occasion may have one word that is none of them.
  const isSure =
    (instrument !== null || occasions.length > 0) && list.length > 3 && (margin || cost || hours || typedLots !== null);
  if (unknown > (isSure ? 1 : 0)) return null;
  const date = day ?? (tomorrow ? addDays(today, 1) : findNextDay(today, hours && atWeekend ? 'saturday' : weekday));
  const length = Number(typedDays) + 7 * Number(typedWeeks) + 30 * Number(typedMonths);
  const nights = length > 0 ? length : atWeekend ? 3 : overnight ? 1 : null;
  const question = { instrument, lots, nights, sells, date, occasions };
  const from = atWeekend && !hours ? 'friday' : weekday;
  if (instrument === null)
    return lots === null && !cost && !margin && (holidays || occasions.length > 0 || (date !== null && !atWeekend))
      ? { ...question, about: 'hours', from: null }
      : null;
  if (margin) return { ...question, about: 'margin', from };
  if (typedLots !== null || length > 0 || cost) return { ...question, about: 'cost', from };
  if (hours || holidays || isNow || occasions.length > 0 || (date !== null && lots === null))
    return { ...question, about: 'hours', from };
  return { ...question, about: lots !== null || atWeekend ? 'cost' : 'instrument', from };
}

function isFunctionWord(word: string, locale: Locale): boolean {
  // A word that is left alone is returned in any case, so it stands next to one that surely counts.
  return removeFunctionWords([word, '0'], locale).length === 1;
}

function findNextDay(today: string, wanted: (typeof weekdays)[number] | null): string | null {
  if (wanted === null) return null;
  const ahead = (weekdays.indexOf(wanted) + 1 - findWeekday(today) + 7) % 7;
  return addDays(today, ahead);
}
