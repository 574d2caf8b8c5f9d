/** A news article or a lesson: reading column, author, dates, tags, share, what to read next. */
import type { Author, EducationArticle, NewsArticle, Topic } from '../../../content/model.ts';
import type { Reader } from '../../../content/replica/reader.ts';
import { ArticleTeaserRow } from '../../blocks/ArticleTeasers.tsx';
import type { ArticleTeaser } from '../../blocks/resolved-block.ts';
import { type Locale, localeRecords } from '../../../content/locales.ts';
import { localePath } from '../../i18n/locale-path.ts';
import { Island } from '../../islands/Island.tsx';
import { keepLiveLinks } from '../../layout/live-links.ts';
import { linkTo } from '../../route-patterns.ts';
import { MediaImage } from '../../ui/MediaImage.tsx';
import { PageIntro } from '../../ui/PageIntro.tsx';
import { Prose } from '../../ui/Prose.tsx';
import { TopicChips } from '../../ui/navigation/TopicChips.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { type ArticleKind, articleKinds, makeTeaser } from '../article-teaser.ts';
import styles from './article-pages.module.css';
import { type Crumb, buildHead, buildTrail } from '../../page/page-head.ts';
import {
  type Head,
  type LoaderContext,
  NotFound,
  type PageModule,
  definePage,
  findDocument,
} from '../../page/page-module.ts';

const relatedCount = 3;

interface ArticleData {
  kind: ArticleKind;
  article: NewsArticle | EducationArticle;
  author: Author | null;
  category: Topic | null;
  tags: { name: string; path: string }[];
  related: ArticleTeaser[];
  trail: Crumb[];
}

/**
 * Finds articles of the same category first, then the newest; never the article itself. It reads only the shown documents, because a change drops
 * every cached page that read the document.
 */
function findNext(kind: ArticleKind, article: ArticleData['article'], read: Reader, locale: Locale): ArticleTeaser[] {
  const { document } = articleKinds[kind];
  const limit = relatedCount + 1;
  const similar = article.category
    ? read.list(document, locale, { relation: ['category', article.category], limit })
    : [];
  const newest = similar.length > relatedCount ? [] : read.list(document, locale, { limit });
  const byId = new Map([...similar, ...newest].map((other) => [other.id, other]));
  byId.delete(article.id);
  return [...byId.values()].slice(0, relatedCount).map((other) => makeTeaser(kind, other, read, locale));
}

function loadArticle(kind: ArticleKind, article: ArticleData['article'], { read, locale }: LoaderContext): ArticleData {
  const config = articleKinds[kind];
  const tags = article.tags.flatMap((id) => {
    const tag = read.get('tag', id, locale);
    return tag ? [{ name: tag.name, path: linkTo(config.tagPath, { slug: tag.slug }) }] : [];
  });
  return {
    kind,
    article: keepLiveLinks(article, read, locale),
    author: article.author ? read.get('author', article.author, locale) : null,
    category: article.category ? read.get(config.category, article.category, locale) : null,
    tags,
    related: findNext(kind, article, read, locale),
    trail: buildTrail(read, locale, [config.center], {
      name: article.title,
      path: linkTo(config.path, { slug: article.slug }),
    }),
  };
}

const buildAuthorPath = ({ slug }: Author) => linkTo('/education-authors/:slug', { slug });

function buildArticleHead({ kind, article, author, trail }: ArticleData, context: LoaderContext): Head {
  const config = articleKinds[kind];
  const toPath = (slug: string) => linkTo(config.path, { slug });
  const content = {
    '@type': kind === 'news' ? 'NewsArticle' : 'Article',
    headline: article.title,
    description: article.summary,
    datePublished: article.publishedOn,
    dateModified: article.updatedAt,
    inLanguage: localeRecords[article.locale].tag,
    mainEntityOfPage: `{origin}${localePath(toPath(article.slug), article.locale)}`,
    ...(author && {
      author: {
        '@type': 'Person',
        name: author.name,
        url: `{origin}${localePath(buildAuthorPath(author), context.locale)}`,
      },
    }),
    publisher: { '@id': '{origin}/#organization' },
  };
  return {
    ...article.seo,
    title: article.seo.title ?? article.title,
    description: article.seo.description ?? article.summary,
    type: 'article',
    publishedOn: article.publishedOn,
    updatedAt: article.updatedAt,
    ...buildHead(config.document, article, { toPath, trail, more: [content] }, context),
  };
}

function Facts({ data: { kind, article, author, category } }: { data: ArticleData }) {
  const { t, date, href } = useCurrentPage();
  const config = articleKinds[kind];
  const updated = article.updatedAt.slice(0, 10);
  return (
    <p className={styles.facts}>
      {author && (
        <a href={href(buildAuthorPath(author))} rel="author">
          {t('article.by', { name: author.name })}
        </a>
      )}
      {category && <a href={href(linkTo(config.categoryPath, { slug: category.slug }))}>{category.name}</a>}
      {'level' in article && (
        <span>
          {t('article.level', { level: String(article.level) })}: {t(`article.levelName.${article.level}`)}
        </span>
      )}
      <span>
        {t('article.published')} <time dateTime={article.publishedOn}>{date(article.publishedOn)}</time>
      </span>
      {updated > article.publishedOn && (
        <span>
          {t('article.updated')} <time dateTime={updated}>{date(updated)}</time>
        </span>
      )}
      <span>{t('article.minutes', { minutes: article.minutes })}</span>
    </p>
  );
}

function Share({ article, path }: { article: ArticleData['article']; path: string }) {
  const { t, href, absolute } = useCurrentPage();
  const labels = {
    share: t('article.share'),
    copy: t('article.copyLink'),
    copied: t('article.copied'),
    copyFailed: t('browser.copyFailed'),
    mail: t('article.shareByMail'),
  };
  return (
    <Island
      name="share-article"
      load="interaction"
      props={{ url: absolute(href(path)), title: article.title, labels }}
    />
  );
}

function ArticlePage({ data }: { data: ArticleData }) {
  const { t } = useCurrentPage();
  const { kind, article, tags, related, trail } = data;
  return (
    <>
      <article className={styles.article}>
        <PageIntro trail={trail} title={article.title} text={article.summary}>
          <Facts data={data} />
        </PageIntro>
        <div className={styles.reading}>
          <MediaImage media={article.image} priority className={styles.picture} />
          <Prose html={article.body} />
          <footer className={styles.end}>
            <TopicChips label={t('article.tags')} topics={tags} />
            <Share article={article} path={linkTo(articleKinds[kind].path, { slug: article.slug })} />
          </footer>
        </div>
      </article>
      {related.length > 0 && (
        <section className={styles.list} aria-labelledby="related">
          <h2 id="related">{t('article.related')}</h2>
          {related.map((teaser) => (
            <ArticleTeaserRow key={teaser.id} teaser={teaser} />
          ))}
        </section>
      )}
    </>
  );
}

/** Creates `/news/{slug}` and `/education/{slug}`. */
export function createArticlePage(kind: ArticleKind): PageModule {
  const config = articleKinds[kind];
  return definePage<ArticleData, 'slug'>({
    kind: 'article',
    loader: (context) => {
      const article = findDocument(config.document, (slug) => linkTo(config.path, { slug }), context);
      return loadArticle(kind, article, context);
    },
    head: buildArticleHead,
    Component: ArticlePage,
  });
}

/** `/news-center/news/{id}`: the same article by its lasting id, for links that must survive a change of its slug. */
export const newsByIdPage = definePage<ArticleData, 'id'>({
  kind: 'article',
  loader: (context) => {
    const article = context.read.get('news-article', context.params.id, context.locale);
    if (!article) throw new NotFound();
    return loadArticle('news', article, context);
  },
  head: (data, context) => ({
    ...buildArticleHead(data, context),
    canonical: linkTo('/news/:slug', { slug: data.article.slug }),
  }),
  Component: ArticlePage,
});
