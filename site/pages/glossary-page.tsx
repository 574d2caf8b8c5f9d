/** `/glossary`: every term by letter, each opens to its definition, with a filter for the list; and `/glossary/{slug}`, the page of one term. */
import type { GlossaryTerm, Instrument } from '../../content/model.ts';
import type { Reader } from '../../content/replica/reader.ts';
import type { Locale } from '../../content/locales.ts';
import { plainText } from '../../content/plain-text.ts';
import { findBySymbol } from '../instruments/find-instruments.ts';
import { Island } from '../islands/Island.tsx';
import { keepLiveLinks } from '../layout/live-links.ts';
import { type Crumb, buildHead, buildTrail } from '../page/page-head.ts';
import { definePage, findDocument } from '../page/page-module.ts';
import { linkTo } from '../route-patterns.ts';
import { Accordion } from '../ui/Accordion.tsx';
import { PageIntro } from '../ui/PageIntro.tsx';
import { Prose } from '../ui/Prose.tsx';
import { TopicChips } from '../ui/navigation/TopicChips.tsx';
import { useCurrentPage } from '../ui/current-page.tsx';
import { BlocksAround, type ContentPageData, createContentPage } from './content-page.tsx';
import styles from './directory-pages.module.css';

interface GlossaryData extends ContentPageData {
  letters: { letter: string; terms: GlossaryTerm[] }[];
}

const toPath = (slug: string) => linkTo('/glossary/:slug', { slug });

function findFirstLetter(term: string): string {
  const first = term.normalize('NFD').replace(/\p{M}/gu, '').charAt(0).toUpperCase();
  return /[A-Z]/.test(first) ? first : '#';
}

function GlossaryPage({ data: { blocks, letters } }: { data: GlossaryData }) {
  const { t, href } = useCurrentPage();
  const found = {
    none: t('glossary.found', { count: 0 }),
    one: t('glossary.found', { count: 1 }),
    other: t('glossary.found', { count: 2 }).replace('2', '{count}'),
  };
  return (
    <BlocksAround blocks={blocks}>
      <div className={styles.directory}>
        <Island
          name="glossary-filter"
          load="interaction"
          props={{ list: 'terms', label: t('glossary.filter'), found }}
        />
        <nav aria-label={t('glossary.letters')}>
          <ul role="list" className={styles.letters}>
            {letters.map(({ letter }) => (
              <li key={letter}>
                <a href={`#letter-${letter}`}>{letter}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div id="terms">
          {letters.map(({ letter, terms }) => (
            <section key={letter} className={styles.letter} data-letter={letter} aria-labelledby={`letter-${letter}`}>
              <h2 id={`letter-${letter}`}>{letter}</h2>
              <Accordion
                items={terms.map(({ slug, term, definition }) => ({
                  id: slug,
                  question: term,
                  answer: definition,
                  after: <a href={href(toPath(slug))}>{t('glossary.page', { term })}</a>,
                }))}
              />
            </section>
          ))}
        </div>
      </div>
    </BlocksAround>
  );
}

export const glossaryPage = createContentPage<GlossaryData>('glossary', {
  kind: 'directory',
  load({ read, locale }) {
    const terms = read.list('glossary-term', locale).map((term) => keepLiveLinks(term, read, locale));
    const letters = Object.entries(Object.groupBy(terms, (term) => findFirstLetter(term.term)));
    return { letters: letters.map(([letter, group]) => ({ letter, terms: group ?? [] })) };
  },
  head: ({ page, letters }) => ({
    structuredData: [
      {
        '@type': 'DefinedTermSet',
        name: page.title,
        hasDefinedTerm: letters.flatMap(({ terms }) =>
          terms.map((term) => ({ '@type': 'DefinedTerm', name: term.term })),
        ),
      },
    ],
  }),
  Component: GlossaryPage,
});

interface TermData {
  term: GlossaryTerm;
  related: GlossaryTerm[];
  /** Instruments whose guide names the term. */
  instruments: Instrument[];
  trail: Crumb[];
}

function listInstruments({ id }: GlossaryTerm, read: Reader, locale: Locale): Instrument[] {
  const guides = read.list('instrument-guide', locale).filter(({ terms }) => terms.includes(id));
  return guides.flatMap(({ subject }) => findBySymbol(subject, { read, locale }) ?? []);
}

function TermPage({ data: { term, related, instruments, trail } }: { data: TermData }) {
  const { t, href } = useCurrentPage();
  return (
    <article>
      <PageIntro trail={trail} title={term.term} />
      <div className={styles.term}>
        <Prose html={term.definition} />
        {related.length > 0 && (
          <dl>
            <dt>{t('glossary.related')}</dt>
            {related.map(({ id, slug, term: name, definition }) => (
              <dd key={id}>
                <a href={href(toPath(slug))}>{name}</a> <small>{takeSentences(definition)}</small>
              </dd>
            ))}
          </dl>
        )}
        {instruments.length > 0 && (
          <TopicChips
            label={t('glossary.instruments')}
            topics={instruments.map(({ id, name }) => ({
              name,
              path: linkTo('/cfd-asset-list/:symbol', { symbol: id }),
            }))}
          />
        )}
        <p>
          <a href={`${href(linkTo('/glossary'))}#letter-${findFirstLetter(term.term)}`}>{t('glossary.all')}</a>
        </p>
      </div>
    </article>
  );
}

/** The shortest description of a page that a search engine shows whole. */
const minDescription = 60;

/** Takes the first sentences of a definition, until they have the wanted number of characters. */
function takeSentences(definition: string, length = 1): string {
  const text = plainText(definition);
  let end = 0;
  for (const sentence of text.matchAll(/\p{L}{2}[.:](?=\s|$)/gu)) {
    end = sentence.index + sentence[0].length;
    if (end >= length) break;
  }
  return (end > 0 ? text.slice(0, end) : text.slice(0, 160)).replace(/:$/, '.');
}

export const glossaryTermPage = definePage<TermData, 'slug'>({
  kind: 'glossary-term',
  loader: (context) => {
    const { read, locale, path } = context;
    const term = findDocument('glossary-term', toPath, context);
    return {
      term: keepLiveLinks(term, read, locale),
      related: term.related.flatMap((id) => read.get('glossary-term', id, locale) ?? []),
      instruments: listInstruments(term, read, locale),
      trail: buildTrail(read, locale, ['glossary'], { name: term.term, path }),
    };
  },
  head({ term, trail }, context) {
    const description = takeSentences(term.definition, minDescription);
    const definedTerm = { '@type': 'DefinedTerm', name: term.term, description: plainText(term.definition) };
    return {
      title: context.t('glossary.headTitle', { term: term.term }),
      description,
      ...buildHead('glossary-term', term, { toPath, trail, more: [definedTerm] }, context),
    };
  },
  Component: TermPage,
});
