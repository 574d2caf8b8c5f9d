/**
 * Asks the search page what people ask, each question with the answers that may come first: a text (`faq/…`), an instrument, or what is computed
 * for the question (`cost/…`, `margin/…`, `hours/…`, `country/…`, `days`). In the order of the page.
 */
import { readFileSync } from 'node:fs';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { type Locale, locales } from '../../content/locales.ts';
import { createSiteSearch } from '../../content/search/site-search.ts';
import { findPolicy } from '../../server/visitor/country-policy.ts';
import { translator } from '../i18n/translate.ts';
import { type SearchAnswer, describeAnswer } from './search-answer.tsx';
import { searchPage } from './search-page.tsx';
import { demonstrationReplica } from '../../tests/sites/demonstration.ts';

/** Reads a file of questions, one a line: `question | wanted wanted`. */
function readQuestions(locale: Locale): { question: string; wanted: string[] }[] {
  const lines = readFileSync(new URL(`search-questions.${locale}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [question = '', wanted = ''] = line.split(' | ');
    return { question, wanted: wanted.split(' ') };
  });
}

const replica = await demonstrationReplica();

interface Shown {
  answer: SearchAnswer | null;
  isAboutTexts: boolean;
  instruments: { instrument: { id: string } }[];
  results: { key: string; whole: string | null }[];
}

function ask(question: string, locale: Locale): Shown {
  const { element } = searchPage.prepare({
    locale,
    params: {},
    query: new URLSearchParams({ q: question }),
    path: '/search',
    read: replica.reader(),
    search: createSiteSearch(replica),
    t: translator(locale),
    registrationRule: (country) => findPolicy(country).registration,
  });
  return (element as ReactElement<{ data: Shown }>).props.data;
}

/** Lists what the page shows, from its top. */
function listShown({ answer, isAboutTexts, instruments, results }: Shown): string[] {
  const named = instruments.map(({ instrument }) => `instrument/${instrument.id}`);
  const texts = results.map(({ key }) => key);
  return [...(answer ? [describeAnswer(answer)] : []), ...(isAboutTexts ? [...texts, ...named] : [...named, ...texts])];
}

test.each(locales)(
  'the search answers what people ask first in nine of ten cases, and among the first three in nearly all: %s',
  (locale) => {
    const questions = readQuestions(locale);
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length);
    expect(questions.length).toBeGreaterThanOrEqual(200);
    const places = questions.map(({ question, wanted }) => {
      const shown = listShown(ask(question, locale));
      const place = shown.findIndex((one) => wanted.includes(one));
      return { question, shown: shown.slice(0, 3).join(' '), place: place === -1 ? Infinity : place };
    });
    const missed = places.filter(({ place }) => place > 0).map(({ question, shown }) => `${question}: ${shown}`);
    const countUpTo = (last: number) => places.filter(({ place }) => place <= last).length / places.length;
    expect(countUpTo(0), missed.join('\n')).toBeGreaterThanOrEqual(0.9);
    expect(countUpTo(2), missed.join('\n')).toBeGreaterThanOrEqual(0.98);
  },
);
