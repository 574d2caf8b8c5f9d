/** `/education-authors/{slug}`: an author with all articles of that author. */
import type { Author } from '../../../content/model.ts';
import { plainText } from '../../../content/plain-text.ts';
import { ArticleTeaserRow } from '../../blocks/ArticleTeasers.tsx';
import type { ArticleTeaser } from '../../blocks/resolved-block.ts';
import { keepLiveLinks } from '../../layout/live-links.ts';
import { linkTo } from '../../route-patterns.ts';
import { Breadcrumbs } from '../../ui/navigation/Breadcrumbs.tsx';
import { MediaImage } from '../../ui/MediaImage.tsx';
import { Prose } from '../../ui/Prose.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { makeTeaser } from '../article-teaser.ts';
import styles from './article-pages.module.css';
import { ListPagination, type ListPart, buildPartHead, itemsPerPage, findListPart } from '../list-pages.tsx';
import { type Crumb, buildHead, buildTrail } from '../../page/page-head.ts';
import { definePage, findDocument } from '../../page/page-module.ts';

interface AuthorData {
  author: Author;
  articles: ArticleTeaser[];
  total: number;
  part: ListPart;
  trail: Crumb[];
}

const articleTypes = ['education-article', 'news-article'] as const;
const toPath = (slug: string) => linkTo('/education-authors/:slug', { slug });

function AuthorPage({ data: { author, articles, total, part, trail } }: { data: AuthorData }) {
  const { t } = useCurrentPage();
  return (
    <>
      <div className={styles.author}>
        <Breadcrumbs trail={trail} />
        <MediaImage media={author.photo} priority />
        <div>
          <h1>{author.name}</h1>
          <p className={styles.count}>{author.role}</p>
          <Prose html={author.bio} />
        </div>
      </div>
      <section className={styles.list} aria-labelledby="articles">
        <h2 id="articles">{t('author.articles', { name: author.name })}</h2>
        {articles.length === 0 && <p>{t('news.empty')}</p>}
        {articles.map((teaser) => (
          <ArticleTeaserRow key={teaser.path} teaser={teaser} />
        ))}
        <ListPagination total={total} part={part} />
      </section>
    </>
  );
}

export const authorPage = definePage<AuthorData, 'slug'>({
  kind: 'author',
  query: ['page'],
  middleware: ['page-number'],
  loader: (context) => {
    const { read, locale, path, query } = context;
    const author = findDocument('author', toPath, context);
    const relation = ['author', author.id] as const;
    const total = articleTypes.reduce((sum, type) => sum + read.count(type, locale, { relation }), 0);
    const part = findListPart(query, total);
    const articles = read.newest(articleTypes, locale, { relation, limit: itemsPerPage, offset: part.offset });
    return {
      author: keepLiveLinks(author, read, locale),
      articles: articles.map((article) => makeTeaser('level' in article ? 'education' : 'news', article, read, locale)),
      total,
      part,
      trail: buildTrail(read, locale, ['education-center'], { name: author.name, path }),
    };
  },
  head({ author, part, trail }, context) {
    const profile = {
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name: author.name,
        jobTitle: author.role,
        description: plainText(author.bio),
        worksFor: { '@id': '{origin}/#organization' },
      },
    };
    return {
      ...buildPartHead(`${author.name}, ${author.role}`, part, context.t),
      description: author.description,
      ...buildHead('author', author, { toPath, trail, more: [profile] }, context),
    };
  },
  Component: AuthorPage,
});
