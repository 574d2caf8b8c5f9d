/** `/tags`: every tag, with links to its news and its lessons. */
import { linkTo } from '../../route-patterns.ts';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { BlocksAround, type ContentPageData, createContentPage } from '../content-page.tsx';
import styles from '../directory-pages.module.css';

interface TagEntry {
  id: string;
  name: string;
  description: string;
  news: { count: number; path: string };
  education: { count: number; path: string };
}

interface TagsData extends ContentPageData {
  tags: TagEntry[];
}

function TagsPage({ data: { blocks, tags } }: { data: TagsData }) {
  const { t, href } = useCurrentPage();
  return (
    <BlocksAround blocks={blocks}>
      <section className={styles.directory} aria-labelledby="all-tags">
        <h2 id="all-tags">{t('tagsPage.all')}</h2>
        <dl className={styles.entries}>
          {tags.map(({ id, name, description, news, education }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd>{description}</dd>
              {news.count > 0 && (
                <dd>
                  <a href={href(news.path)}>
                    {t('news.count', { count: news.count })}
                    <span className="visually-hidden">: {name}</span>
                  </a>
                </dd>
              )}
              {education.count > 0 && (
                <dd>
                  <a href={href(education.path)}>
                    {t('education.count', { count: education.count })}
                    <span className="visually-hidden">: {name}</span>
                  </a>
                </dd>
              )}
            </div>
          ))}
        </dl>
      </section>
    </BlocksAround>
  );
}

export const tagsPage = createContentPage<TagsData>('tags', {
  kind: 'directory',
  load({ read, locale }) {
    const tags = read.list('tag', locale).map(({ id, name, description, slug }): TagEntry => {
      const relation = { relation: ['tag', id] as const };
      return {
        id,
        name,
        description,
        news: { count: read.count('news-article', locale, relation), path: linkTo('/news-tags/:slug', { slug }) },
        education: {
          count: read.count('education-article', locale, relation),
          path: linkTo('/education-tags/:slug', { slug }),
        },
      };
    });
    return { tags };
  },
  Component: TagsPage,
});
