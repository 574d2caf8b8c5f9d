/** `/education-authors/{slug}`: an author, and everything they have published. */
import type { Author } from '../../../content/model.ts';
import { plainText } from '../../../content/plain-text.ts';
import { ArticleTeaserRow } from '../../blocks/articles/ArticleTeasers.tsx';
import type { ArticleTeaser } from '../../blocks/resolved-block.ts';
import { withLiveLinks } from '../../layout/live-links.ts';
import { linkTo } from '../../route-patterns.ts';
import { Breadcrumbs } from '../../ui/navigation/Breadcrumbs.tsx';
import { MediaImage } from '../../ui/media/MediaImage.tsx';
import { Prose } from '../../ui/text/Prose.tsx';
import { usePageContext } from '../../ui/page-context.ts';
import { teaserOf } from '../article-teaser.ts';
import styles from './article-pages.module.css';
import { type ListPart, headOfPart, itemsPerPage, listPart } from '../list-pages.ts';
import { ListPagination } from '../list-pagination.tsx';
import { type Crumb, alternatesOf, breadcrumbData, textLocale, trailTo } from '../../page/page-head.ts';
import { MovedTo, NotFound, type PageModule, definePage } from '../../page/page-module.ts';

interface AuthorData {
  author: Author;
  articles: ArticleTeaser[];
  total: number;
  part: ListPart;
  trail: Crumb[];
}

const articleTypes = ['education-article', 'news-article'] as const;
const pathOf = (slug: string) => linkTo('/education-authors/:slug', { slug });

function AuthorPage({ data: { author, articles, total, part, trail } }: { data: AuthorData }) {
  const { t } = usePageContext();
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

export const authorPage: PageModule = definePage<AuthorData, 'slug'>({
  kind: 'author',
  query: ['page'],
  middleware: ['page-number'],
  loader: ({ read, locale, params, path, query }) => {
    const found = read.bySlug('author', params.slug, locale);
    if (!found) return new NotFound();
    const author = found.document;
    if (found.moved) return new MovedTo(pathOf(author.slug));
    const relation = ['author', author.id] as const;
    const total = articleTypes.reduce((sum, type) => sum + read.count(type, locale, { relation }), 0);
    const part = listPart(query, total);
    if (!part) return new NotFound();
    const articles = read.newest(articleTypes, locale, { relation, limit: itemsPerPage, offset: part.offset });
    return {
      author: withLiveLinks(author, read, locale),
      articles: articles.map((article) => teaserOf('level' in article ? 'education' : 'news', article, read, locale)),
      total,
      part,
      trail: trailTo(read, locale, ['education-center'], { name: author.name, path }),
    };
  },
  head: ({ author, part, trail }, { read, locale, t }) => ({
    ...headOfPart(`${author.name}, ${author.role}`, part, { t }),
    description: author.description,
    updatedAt: author.updatedAt,
    alternates: alternatesOf(read, 'author', author.id, pathOf),
    ...textLocale(author, locale),
    structuredData: [
      {
        '@type': 'ProfilePage',
        mainEntity: {
          '@type': 'Person',
          name: author.name,
          jobTitle: author.role,
          description: plainText(author.bio),
          worksFor: { '@id': '{origin}/#organization' },
        },
      },
      breadcrumbData(trail, locale),
    ],
  }),
  Component: AuthorPage,
});
