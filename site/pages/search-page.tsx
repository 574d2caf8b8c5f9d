/** `/search`: the answer to a query, instruments, and texts, the best first. A GET form; with JavaScript the field offers suggestions. */
import { type Locale, localeRecords } from '../../content/locales.ts';
import { measureDistance } from '../../content/search/edit-distance.ts';
import { removeFunctionWords } from '../../content/search/function-words.ts';
import {
  cutExcerpt,
  foldWord,
  markParts,
  findSnippet,
  type TextPart,
  splitWords,
} from '../../content/search/language.ts';
import { toSearchable, type SearchableType } from '../../content/search/searchable.ts';
import { readSentences, splitSentences } from '../../content/search/sentences.ts';
import type { Html } from '../../content/model-values.ts';
import type { SearchHit } from '../../content/search/site-search.ts';
import { Island } from '../islands/Island.tsx';
import { readQuestion, splitQuestion } from './search-question.ts';
import { type InstrumentIndex, getInstrumentIndex, isWhollyMeant, listShortNames } from '../instruments/asset-list.ts';
import { findHitPath } from '../layout/hit-path.ts';
import { keepLiveLinks } from '../layout/live-links.ts';
import { staticPaths } from '../../content/static-paths.ts';
import { linkTo } from '../route-patterns.ts';
import { findClause, findSection } from './section-address.ts';
import { Prose } from '../ui/Prose.tsx';
import { PageIntro } from '../ui/PageIntro.tsx';
import { useCurrentPage } from '../ui/current-page.tsx';
import { type InstrumentHit, InstrumentHits, findInstrumentHits } from './instruments/instrument-hits.tsx';
import { itemsPerPage, type ListPart, findListPart, addPartNumber, getPaginationTexts } from './list-pages.tsx';
import { type LoaderContext, definePage } from '../page/page-module.ts';
import { type SearchAnswer, SearchAnswerSection, findSearchAnswer } from './search-answer.tsx';
import styles from './search-page.module.css';

interface Result {
  key: string;
  type: SearchableType;
  path: string;
  title: TextPart[];
  excerpt: TextPart[];
  /** The words name this clause. */
  named: boolean;
  /** The whole text of an answer or a term; only the first result has it. */
  whole: Html | null;
}

interface SearchData {
  query: string;
  /** Computed for the question, above everything else on the first page. */
  answer: SearchAnswer | null;
  /** A sentence that only mentions an instrument: the texts come first. */
  isAboutTexts: boolean;
  /** The instruments that the words mean; the first page shows them above the other results. */
  instruments: InstrumentHit[];
  /** Too many searches from one network address: this one was not run. */
  refused: boolean;
  /** The number of results on all numbered pages. */
  total: number;
  /** The number of results with the instruments. */
  count: number;
  part: ListPart;
  /** Similar words that the search used instead of the typed ones; empty when it found the typed words. */
  taken: string[];
  /** Pages for a visitor who found nothing. */
  suggested: { path: string; title: string }[];
  /** The results on this page. */
  results: Result[];
}

/** Counts the different words that the search has found in a text. */
function countWords(parts: readonly TextPart[]): number {
  return new Set(parts.flatMap(({ hit, text }) => (hit ? foldWord(text) : []))).size;
}

function makeResult(hit: SearchHit, query: string, context: LoaderContext): Result | null {
  const { read, locale } = context;
  const document = read.get(hit.type, hit.id, locale);
  const path = findHitPath(hit, read, locale);
  const text = document && toSearchable(hit.type, document);
  if (!path || !text) return null;
  // Prefers the summary: shows sentences of the text only when the summary does not contain the hit.
  const isInSummary = markParts(text.summary, hit.found, locale).some((part) => part.hit);
  const sentences = isInSummary ? splitSentences([text.summary], locale) : readSentences(document);
  const clause = findClause(document, query);
  const excerpt = clause
    ? cutExcerpt(clause.text, hit.found, locale)
    : (findSnippet(sentences, hit.found, locale) ?? cutExcerpt(text.summary, hit.found, locale));
  const title = markParts(text.title, hit.found, locale);
  const marked = markParts(excerpt, hit.found, locale);
  // Who searches the title of a page wants its beginning.
  const isQuoted = !isInSummary && countWords(marked) > countWords(title);
  const section = clause?.id ?? (isQuoted ? findSection(document, excerpt) : null);
  return {
    key: `${hit.type}/${hit.id}`,
    type: hit.type,
    path: section ? `${path}#${section}` : path,
    title,
    excerpt: marked,
    named: clause !== null,
    whole: null,
  };
}

function makeResults(hits: readonly SearchHit[], query: string, context: LoaderContext): Result[] {
  const results = hits.flatMap((hit) => makeResult(hit, query, context) ?? []);
  return results.toSorted((one, other) => Number(other.named) - Number(one.named));
}

/** Reads the whole text of a result that is short enough to stand among the results: an answer or a term. */
function readWhole({ type, id }: SearchHit, { read, locale }: LoaderContext): Html | null {
  const faq = type === 'faq' ? read.get(type, id, locale) : null;
  const term = type === 'glossary-term' ? read.get(type, id, locale) : null;
  if (faq) return keepLiveLinks(faq, read, locale).answer;
  return term && keepLiveLinks(term, read, locale).definition;
}

/** The most characters of a query, and the largest distance between a typed and a found word. */
const maxQueryLength = 100;

function listWords(query: string, locale: Locale): readonly string[] {
  return removeFunctionWords(splitWords(query).map(foldWord), locale);
}

/** Maps typed words to the similar words that the search found, spelled as in the first result. @param best the results of the first page. */
function findTakenWords(typed: readonly string[], best: readonly Result[], locale: Locale): Map<string, string> {
  const words = new Map<string, string>();
  for (const result of best)
    for (const { text, hit } of [...result.title, ...result.excerpt]) {
      if (!hit) continue;
      const word = foldWord(text);
      const rank = (one: string) => (word.startsWith(one) ? 0 : measureDistance(one, word, maxQueryLength));
      const meant = typed.toSorted((one, other) => rank(one) - rank(other) || other.length - one.length)[0] ?? '';
      if (!words.has(meant)) words.set(meant, text.toLocaleLowerCase(locale));
    }
  return words;
}

/** Searches for the words, and replaces words that no text contains with similar ones. @returns the hits, and the replaced words. */
function findAll(query: string, context: LoaderContext): { hits: SearchHit[]; taken: string[] } {
  const hits = query ? context.search.find(query, context.locale) : [];
  if (!hits.some(({ similar }) => similar)) return { hits, taken: [] };
  // Every page of results must use the same words, so the first page decides.
  const typed = listWords(query, context.locale);
  const replacements = findTakenWords(typed, makeResults(hits.slice(0, itemsPerPage), query, context), context.locale);
  const taken = typed.flatMap((word) => replacements.get(word) ?? []);
  // Words that exist, but not together in one text, are not misspelt.
  if (taken.map(foldWord).join() === typed.join()) return { hits, taken };
  // A word that no result shows may stand among the other names of a text, so it stays.
  const corrected = context.search.find(typed.map((word) => replacements.get(word) ?? word).join(' '), context.locale);
  const isBetter = corrected.length > 0 && !corrected.some(({ similar }) => similar);
  return { hits: isBetter ? corrected : hits, taken };
}

/** Replaces mistyped names of instruments, within what the search of texts accepts; null when there are none. @param taken what the texts have in place of each word. */
function correctNames(query: string, index: InstrumentIndex, taken: readonly string[]): string[] | null {
  const names = listShortNames(index);
  const find = (word: string) => {
    const mistakes = word.length < 5 ? 0 : Math.round(word.length * 0.2);
    return names.find((name) => name[0] === word[0] && measureDistance(word, name, mistakes) <= mistakes);
  };
  const words = splitQuestion(query);
  const found = words.map(find);
  const isMistyped = found.some((name, place) => name !== undefined && name !== words[place]);
  const others = taken.length === words.length ? taken : words;
  return isMistyped ? words.map((word, place) => found[place] ?? others[place] ?? word) : null;
}

/** The pages that answer most questions. */
const startPages = ['faqs', 'glossary', 'education-center', 'cfd-asset-list', 'contact'] as const;

function loadSearch(context: LoaderContext): SearchData {
  const query = (context.query.get('q') ?? '').trim().slice(0, maxQueryLength);
  const { hits, taken: takenWords } = findAll(query, context);
  const part = findListPart(context.query, hits.length);
  const refused = context.search.refused ?? false;
  const isFirst = part.page === 1;
  const shown = hits.slice(part.offset, part.offset + itemsPerPage);
  const [best] = shown;
  const results = makeResults(shown, query, context).map((result, index) => ({
    ...result,
    whole: isFirst && index === 0 && best && `${best.type}/${best.id}` === result.key ? readWhole(best, context) : null,
  }));
  const index = getInstrumentIndex(context.read, context.locale);
  const read = (words: string) => readQuestion(words, { index, locale: context.locale, now: Date.now() });
  const typed = refused ? null : read(query);
  const meant = refused ? [] : findInstrumentHits(query, context, typed?.instrument);
  const isUnknown =
    !refused &&
    typed === null &&
    meant.length === 0 &&
    (takenWords.length > 0 || (hits[0]?.similar ?? hits.length === 0));
  const names = isUnknown ? correctNames(query, index, takenWords) : null;
  const taken = names ?? takenWords;
  const corrected = taken.join(' ');
  const question = refused ? null : (typed ?? read(corrected));
  const answer = (one: typeof question) => findSearchAnswer(query, one, best, context);
  // A corrected name may also be the name of an instrument.
  const instruments =
    refused || meant.length > 0 ? meant : findInstrumentHits(corrected, context, question?.instrument);
  return {
    query,
    answer: refused || !isFirst ? null : (answer(typed) ?? (question === typed ? null : answer(question))),
    isAboutTexts: question === null && !isWhollyMeant(index, query) && !(corrected && isWhollyMeant(index, corrected)),
    instruments: isFirst ? instruments : [],
    refused,
    total: hits.length,
    count: hits.length + instruments.length,
    part,
    // An instrument matches the typed words, although no text does.
    taken: meant.length > 0 ? [] : taken,
    suggested:
      query && hits.length === 0
        ? startPages.flatMap((id) => {
            const page = context.read.get('page', id, context.locale);
            return page ? [{ path: linkTo(staticPaths[id]), title: page.title }] : [];
          })
        : [],
    results,
  };
}

function Marked({ parts }: { parts: TextPart[] }) {
  return parts.map((part, index) => (part.hit ? <mark key={index}>{part.text}</mark> : part.text));
}

function SearchPage({ data }: { data: SearchData }) {
  const { query, answer, isAboutTexts, instruments, refused, total, count, part, taken, suggested, results } = data;
  const page = useCurrentPage();
  const { t, href, locale } = page;
  // The line below says that no page contains the typed words.
  const isTaken = taken.length > 0;
  return (
    <>
      <PageIntro title={t('search.title')}>
        <form
          role="search"
          aria-label={t('search.title')}
          className={styles.form}
          action={href('/search')}
          method="get"
        >
          <div className="field">
            <label htmlFor="q">{t('search.label')}</label>
            <input
              id="q"
              type="search"
              name="q"
              defaultValue={query}
              // A visitor who opens the search page without a query wants to type one.
              autoFocus={!query}
              maxLength={maxQueryLength}
              autoComplete="off"
              enterKeyHint="search"
              data-suggest=""
            />
          </div>
          <button className="button">{t('search.submit')}</button>
        </form>
      </PageIntro>
      <section className={styles.results} aria-label={t('search.results')}>
        <div id="results" tabIndex={-1}>
          {refused && <p role="alert">{t('search.refused')}</p>}
          {!refused &&
            (query ? (
              <p className={styles.count}>
                {addPartNumber(t('search.count', { count, query: isTaken ? taken.join(' ') : query }), part, t)}
              </p>
            ) : (
              <p>{t('search.hint')}</p>
            ))}
          {answer && <SearchAnswerSection answer={answer} />}
          {isTaken && (
            <p>
              {t('search.similar', {
                words: new Intl.ListFormat(localeRecords[locale].format, { type: 'conjunction' }).format(
                  taken.map((word) => t('search.word', { word })),
                ),
              })}
            </p>
          )}
          {!isAboutTexts && <InstrumentHits hits={instruments} />}
          {query && !refused && count === 0 && !answer && (
            <>
              <p>{t('search.nothing')}</p>
              <ul role="list" className={styles.furtherResults}>
                {suggested.map(({ path, title }) => (
                  <li key={path}>
                    <a href={href(path)}>{title}</a>
                  </li>
                ))}
              </ul>
            </>
          )}
          {results.length > 0 && (
            <section aria-labelledby="found" className={styles.group}>
              <h2 id="found">
                {t('search.results')} <span className={styles.count}>{page.number(total)}</span>
              </h2>
              <ol role="list" start={part.offset + 1}>
                {results.map((result) => (
                  <li key={result.key}>
                    <p className={styles.kind}>{t(`search.kinds.${result.type}`)}</p>
                    <h3>
                      <a href={href(result.path)}>
                        <Marked parts={result.title} />
                      </a>
                    </h3>
                    {result.whole === null ? (
                      <p>
                        <Marked parts={result.excerpt} />
                      </p>
                    ) : (
                      <Prose html={result.whole} />
                    )}
                  </li>
                ))}
              </ol>
            </section>
          )}
          {isAboutTexts && <InstrumentHits hits={instruments} />}
        </div>
        {part.pages > 1 && (
          <Island
            name="result-pages"
            load="interaction"
            props={{
              action: href('/search'),
              query,
              totalItems: total,
              page: part.page,
              ...getPaginationTexts(page),
              results: 'results',
            }}
          />
        )}
      </section>
    </>
  );
}

export const searchPage = definePage({
  kind: 'search',
  query: ['q', 'page'],
  middleware: ['page-number'],
  cached: false,
  loader: loadSearch,
  head: ({ query, part }, { t }) => ({
    title: addPartNumber(query ? t('search.titleFor', { query }) : t('search.title'), part, t),
    description: t('search.description'),
    noindex: true,
  }),
  Component: SearchPage,
});
