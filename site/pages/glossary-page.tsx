/** `/glossary`: every term on one page, by letter, with a filter for the list in the page. */
import type { GlossaryTerm } from '../../content/model.ts';
import { Island } from '../islands/Island.tsx';
import { keepLiveLinks } from '../layout/live-links.ts';
import { Prose } from '../ui/Prose.tsx';
import { useCurrentPage } from '../ui/current-page.tsx';
import { BlocksAround, type ContentPageData, createContentPage } from './content-page.tsx';
import styles from './directory-pages.module.css';

interface GlossaryData extends ContentPageData {
  letters: { letter: string; terms: (GlossaryTerm & { relatedTerms: { slug: string; term: string }[] })[] }[];
}

function findFirstLetter(term: string): string {
  const first = term.normalize('NFD').replace(/\p{M}/gu, '').charAt(0).toUpperCase();
  return /[A-Z]/.test(first) ? first : '#';
}

function GlossaryPage({ data: { blocks, letters } }: { data: GlossaryData }) {
  const { t } = useCurrentPage();
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
              <dl className={styles.entries}>
                {terms.map((term) => (
                  <div key={term.id} data-term={term.term}>
                    <dt id={term.slug}>{term.term}</dt>
                    <Prose as="dd" html={term.definition} />
                    {term.relatedTerms.length > 0 && (
                      <dd className={styles.related}>
                        {t('glossary.related')}
                        {': '}
                        {term.relatedTerms.map((related, index) => (
                          <span key={related.slug}>
                            {index > 0 && ', '}
                            <a href={`#${related.slug}`}>{related.term}</a>
                          </span>
                        ))}
                      </dd>
                    )}
                  </div>
                ))}
              </dl>
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
    const byId = new Map(terms.map((term) => [term.id, term]));
    const withRelated = terms.map((term) => ({
      ...term,
      relatedTerms: term.related.flatMap((id) => {
        const related = byId.get(id);
        return related ? [{ slug: related.slug, term: related.term }] : [];
      }),
    }));
    const letters = Object.entries(Object.groupBy(withRelated, (term) => findFirstLetter(term.term)));
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
