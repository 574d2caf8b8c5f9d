/** Builds teasers, which represent articles in lists. */
import type { EducationArticle, NewsArticle } from '../../content/model.ts';
import type { ListQuery, Reader } from '../../content/replica/reader.ts';
import type { ArticleTeaser } from '../blocks/resolved-block.ts';
import type { Locale } from '../../content/locales.ts';
import { staticPaths } from '../../content/static-paths.ts';
import { linkTo } from '../route-patterns.ts';

export type ArticleKind = ArticleTeaser['kind'];

/** The document types, the paths and the messages of the two kinds of articles. */
export const articleKinds = {
  news: {
    document: 'news-article',
    category: 'news-category',
    path: '/news/:slug',
    categoryPath: '/news-category/:slug',
    tagPath: '/news-tags/:slug',
    center: 'news-center',
    allPath: linkTo('/news-center/news'),
    allKey: 'news.all',
    countKey: 'news.count',
    topicTitleKey: 'topic.news',
  },
  education: {
    document: 'education-article',
    category: 'education-category',
    path: '/education/:slug',
    categoryPath: '/education-category/:slug',
    tagPath: '/education-tags/:slug',
    center: 'education-center',
    allPath: staticPaths['education-center'],
    allKey: 'education.all',
    countKey: 'education.count',
    topicTitleKey: 'topic.education',
  },
} as const;

export function makeTeaser(
  kind: ArticleKind,
  article: NewsArticle | EducationArticle,
  read: Reader,
  locale: Locale,
): ArticleTeaser {
  const articleKind = articleKinds[kind];
  const category = article.category ? read.get(articleKind.category, article.category, locale) : null;
  return {
    id: article.id,
    kind,
    title: article.title,
    summary: article.summary,
    path: linkTo(articleKind.path, { slug: article.slug }),
    image: article.image,
    publishedOn: article.publishedOn,
    minutes: article.minutes,
    category: category && { name: category.name, path: linkTo(articleKind.categoryPath, { slug: category.slug }) },
    level: 'level' in article ? article.level : null,
  };
}

/** Lists teasers of a kind, newest first. */
export function listTeasers(kind: ArticleKind, read: Reader, locale: Locale, query: ListQuery = {}): ArticleTeaser[] {
  return read
    .list(articleKinds[kind].document, locale, query)
    .map((article) => makeTeaser(kind, article, read, locale));
}
