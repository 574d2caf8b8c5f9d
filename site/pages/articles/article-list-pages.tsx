/** Lists of articles: all news, a tag, a category. They differ in their documents and texts. */
import type { ListQuery } from '../../../content/replica/reader.ts';
import type { Topic } from '../../../content/model.ts';
import { ArticleTeaserRow } from '../../blocks/ArticleTeasers.tsx';
import type { ArticleTeaser } from '../../blocks/resolved-block.ts';
import { PageIntro } from '../../ui/PageIntro.tsx';
import { TopicChips } from '../../ui/navigation/TopicChips.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { linkTo } from '../../route-patterns.ts';
import { type ArticleKind, articleKinds, listTeasers } from '../article-teaser.ts';
import styles from './article-pages.module.css';
import {
  ListPagination,
  type ListPart,
  buildPartHead,
  itemsPerPage,
  findListPart,
  addPartNumber,
} from '../list-pages.tsx';
import { type Crumb, buildBreadcrumbData, buildHead, buildTrail } from '../../page/page-head.ts';
import { type Head, type LoaderContext, type PageModule, definePage, findDocument } from '../../page/page-module.ts';

interface ListData {
  kind: ArticleKind;
  title: string;
  description: string;
  trail: Crumb[];
  articles: ArticleTeaser[];
  total: number;
  part: ListPart;
  topics: { label: string; items: { name: string; path: string }[]; current: string | undefined };
}

function ListPage({ data }: { data: ListData }) {
  const { t } = useCurrentPage();
  const { kind, title, description, trail, articles, total, part, topics } = data;
  return (
    <>
      <PageIntro trail={trail} title={title} text={description}>
        <TopicChips label={topics.label} topics={topics.items} current={topics.current} />
      </PageIntro>
      <section className={styles.list} aria-label={title}>
        <p className={styles.count}>{addPartNumber(t(articleKinds[kind].countKey, { count: total }), part, t)}</p>
        {articles.length === 0 && <p>{t('news.empty')}</p>}
        {articles.map((teaser) => (
          <ArticleTeaserRow key={teaser.id} teaser={teaser} headingLevel={2} />
        ))}
        <ListPagination total={total} part={part} />
      </section>
    </>
  );
}

/** Lists chips of the tags that have articles of this kind. @param current the id of a tag that is always included. */
export function listTagChips(
  kind: ArticleKind,
  { read, locale }: LoaderContext,
  current?: string,
): ListData['topics']['items'] {
  const { document, tagPath } = articleKinds[kind];
  return read
    .list('tag', locale)
    .filter(({ id }) => id === current || read.count(document, locale, { relation: ['tag', id] }) > 0)
    .map(({ name, slug }) => ({ name, path: linkTo(tagPath, { slug }) }));
}

/** Lists chips to switch between categories: every category, `All` first (R11). */
export function listCategoryChips(kind: ArticleKind, { read, locale, t }: LoaderContext): ListData['topics']['items'] {
  const { category, categoryPath, allPath, allKey } = articleKinds[kind];
  return [
    { name: t(allKey), path: allPath },
    ...read
      .list(category, locale)
      .map((topic) => ({ name: topic.name, path: linkTo(categoryPath, { slug: topic.slug }) })),
  ];
}

function buildListHead(data: ListData, context: LoaderContext): Head {
  return {
    ...buildPartHead(data.title, data.part, context.t),
    description: data.description,
    ...(data.total === 0 ? { noindex: true } : {}),
    structuredData: [buildBreadcrumbData(data.trail, context.locale)],
  };
}

function loadList(
  kind: ArticleKind,
  context: LoaderContext,
  texts: Pick<ListData, 'title' | 'description' | 'trail' | 'topics'>,
  relation?: ListQuery['relation'],
): ListData {
  const { read, locale, query } = context;
  const filter = relation ? { relation } : {};
  const total = read.count(articleKinds[kind].document, locale, filter);
  const part = findListPart(query, total);
  return {
    kind,
    ...texts,
    total,
    part,
    articles: listTeasers(kind, read, locale, { ...filter, limit: itemsPerPage, offset: part.offset }),
  };
}

/** `/news-center/news`: all news, the target of "view all". */
export const newsListPage = definePage({
  kind: 'list',
  query: ['page'],
  middleware: ['page-number'],
  loader: (context) => {
    const { t, read, locale, path } = context;
    const title = t('news.listTitle');
    const description = t('news.listDescription', { siteName: read.single('common-datum', locale)?.siteName ?? '' });
    const trail = buildTrail(read, locale, ['news-center'], { name: title, path });
    return loadList('news', context, {
      title,
      description,
      trail,
      topics: { label: t('news.categories'), items: listCategoryChips('news', context), current: path },
    });
  },
  head: buildListHead,
  Component: ListPage,
});

interface TopicListOptions {
  kind: ArticleKind;
  by: 'tag' | 'category';
}

/** Creates the list of a tag or a category (R02); its address has the topic's slug in each language. */
export function createTopicListPage({ kind, by }: TopicListOptions): PageModule {
  const config = articleKinds[kind];
  const type = by === 'tag' ? 'tag' : config.category;
  const toPath = (slug: string) => linkTo(by === 'tag' ? config.tagPath : config.categoryPath, { slug });
  return definePage<{ topic: Topic; list: ListData }, 'slug'>({
    kind: 'list',
    query: ['page'],
    middleware: ['page-number'],
    loader: (context) => {
      const { read, locale, t, path } = context;
      const topic = findDocument(type, toPath, context);
      const title = t(config.topicTitleKey, { name: topic.name });
      const trail = buildTrail(read, locale, [config.center], { name: topic.name, path });
      const items = by === 'category' ? listCategoryChips(kind, context) : listTagChips(kind, context, topic.id);
      const topics = { label: t(by === 'tag' ? 'news.tags' : 'news.categories'), items, current: path };
      const listTexts = { title, description: topic.description, trail, topics };
      return { topic, list: loadList(kind, context, listTexts, [by, topic.id]) };
    },
    head: ({ topic, list }, context) => ({
      ...buildListHead(list, context),
      // A tag has a list of news and one of lessons: without the title both pages would have the same description.
      description: by === 'tag' ? `${list.title}. ${topic.description}` : topic.description,
      ...buildHead(type, topic, { toPath, trail: list.trail }, context),
    }),
    Component: ({ data }) => <ListPage data={data.list} />,
  });
}
