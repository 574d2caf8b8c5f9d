/** The news page (R11): latest, view all, categories with `All`, news of the week, tags. Also the education centre, which lists every lesson. */
import type { Action } from '../../../content/model-values.ts';
import { ArticleTeaserCard, ArticleTeaserRow } from '../../blocks/ArticleTeasers.tsx';
import type { ArticleTeaser } from '../../blocks/resolved-block.ts';
import { linkTo } from '../../route-patterns.ts';
import { Actions } from '../../ui/navigation/ActionLink.tsx';
import { TopicChips } from '../../ui/navigation/TopicChips.tsx';
import { cx } from '../../ui/cx.ts';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { listCategoryChips, listTagChips } from './article-list-pages.tsx';
import { type ArticleKind, articleKinds, makeTeaser, listTeasers } from '../article-teaser.ts';
import styles from './article-pages.module.css';
import { BlocksAround, type ContentPageData, createContentPage } from '../content-page.tsx';
import { ListPagination, type ListPart, buildPartHead, itemsPerPage, findListPart } from '../list-pages.tsx';
import type { LoaderContext, PageModule } from '../../page/page-module.ts';

const latestCount = 6;

interface CenterData extends ContentPageData {
  kind: ArticleKind;
  articles: ArticleTeaser[];
  total: number;
  /** The current part of the list of lessons; all news has a separate page. */
  part: ListPart;
  newsOfTheWeek: ArticleTeaser | null;
  categories: { name: string; path: string }[];
  tags: { name: string; path: string }[];
}

function loadCenter(kind: ArticleKind, context: LoaderContext): Omit<CenterData, keyof ContentPageData> {
  const { read, locale, query } = context;
  const total = read.count(articleKinds[kind].document, locale, {});
  const part = kind === 'news' ? { page: 1, pages: 1, offset: 0 } : findListPart(query, total);
  const count = kind === 'news' ? latestCount : itemsPerPage;
  const [week] =
    kind === 'news' ? read.list('news-article', locale, { relation: ['flag', 'newsOfTheWeek'], limit: 1 }) : [];
  return {
    kind,
    total,
    part,
    articles: listTeasers(kind, read, locale, { limit: count, offset: part.offset }),
    newsOfTheWeek: week ? makeTeaser('news', week, read, locale) : null,
    categories: listCategoryChips(kind, context),
    tags: listTagChips(kind, context),
  };
}

function AllNews({ name, look, className }: { name: string; look: Action['style']; className?: string | undefined }) {
  const action = { id: 'all', name, url: linkTo('/news-center/news'), openInNewTab: false, style: look };
  return <Actions actions={[action]} className={className} />;
}

function CenterPage({ data }: { data: CenterData }) {
  const { t } = useCurrentPage();
  const { kind, articles, total, part, newsOfTheWeek, categories, tags, blocks } = data;
  // The newest article leads, so only the first page has a large teaser. The news of the week has one already.
  const leads = part.page === 1 ? articles.slice(0, 1).filter(({ id }) => id !== newsOfTheWeek?.id) : [];
  const news = kind === 'news';
  return (
    <BlocksAround blocks={blocks}>
      <div className={styles.center}>
        {/* First on a phone, so that the news of the week is above the list. */}
        {newsOfTheWeek && (
          <section aria-labelledby="week" className={cx(styles.week, styles.minor)}>
            <h2 id="week">{t('news.newsOfTheWeek')}</h2>
            <ArticleTeaserCard teaser={newsOfTheWeek} />
          </section>
        )}
        <section aria-labelledby="latest" className={styles.latest}>
          <div className={styles.headed}>
            <h2 id="latest">{t(news ? 'news.latest' : 'education.lessons')}</h2>
            {news && <AllNews name={t('news.viewAll')} look="quiet" />}
          </div>
          {leads.map((teaser) => (
            <ArticleTeaserCard key={teaser.id} teaser={teaser} lead />
          ))}
          {articles.length === 0 && <p>{t('news.empty')}</p>}
          <div className={styles.others}>
            {articles.slice(leads.length).map((teaser) => (
              <ArticleTeaserRow key={teaser.id} teaser={teaser} />
            ))}
          </div>
          {!news && <ListPagination total={total} part={part} />}
          {news && <AllNews name={t('article.allNews')} look="secondary" className={styles.others} />}
        </section>
        <div className={cx(styles.aside, styles.minor)}>
          <section aria-labelledby="categories">
            <h2 id="categories">{t(news ? 'news.categories' : 'education.categories')}</h2>
            <TopicChips label={t(news ? 'news.categories' : 'education.categories')} topics={categories} />
          </section>
          {tags.length > 0 && (
            <section aria-labelledby="tags">
              <h2 id="tags">{t('news.tags')}</h2>
              <TopicChips label={t('news.tags')} topics={tags} />
            </section>
          )}
        </div>
      </div>
    </BlocksAround>
  );
}

export function createCenterPage(kind: ArticleKind): PageModule {
  return createContentPage<CenterData>(articleKinds[kind].center, {
    kind: 'center',
    ...(kind === 'news' ? {} : { query: ['page'], middleware: ['page-number'] }),
    load: (context) => loadCenter(kind, context),
    head: ({ part }, { t }, { title }) => buildPartHead(title, part, t),
    Component: CenterPage,
  });
}
