/** The news page (R11): latest, view all, categories with `All`, news of the week, tags; the education centre is its sister. */
import { ArticleTeaserCard, ArticleTeaserRow } from '../blocks/ArticleTeasers.tsx';
import type { ArticleTeaser } from '../blocks/resolved-block.ts';
import { linkTo } from '../route-patterns.ts';
import { Actions } from '../ui/ActionLink.tsx';
import { TopicChips } from '../ui/TopicChips.tsx';
import { usePageContext } from '../ui/page-context.ts';
import { categoryChips } from './article-list-pages.tsx';
import { type ArticleKind, articleKinds, teaserOf, teasers } from './article-teaser.ts';
import styles from './article-pages.module.css';
import { BlocksAround, type ContentPageData, loadContentPage } from './content-page.tsx';
import { staticPageHead } from './page-head.ts';
import { type LoaderContext, NotFound, type PageModule, definePage } from './page-module.ts';

const latestCount = 6;

interface CenterData extends ContentPageData {
  kind: ArticleKind;
  articles: ArticleTeaser[];
  newsOfTheWeek: ArticleTeaser | null;
  categories: { name: string; path: string }[];
  tags: { name: string; path: string }[];
}

/** Only tags that lead to something. */
function usedTags(kind: ArticleKind, { read, locale }: LoaderContext): CenterData['tags'] {
  const words = articleKinds[kind];
  return read.list('tag', locale)
    .filter((tag) => read.count(words.document, locale, { relation: ['tag', tag.id] }) > 0)
    .map((tag) => ({ name: tag.name, path: linkTo(words.tagPath, { slug: tag.slug }) }));
}

function loadCenter(kind: ArticleKind, context: LoaderContext): CenterData | NotFound {
  const { read, locale } = context;
  const content = loadContentPage(kind === 'news' ? 'news-center' : 'education-center', context);
  if (content instanceof NotFound) return content;
  const [week] = kind === 'news' ? read.list('news-article', locale, { relation: ['flag', 'newsOfTheWeek'], limit: 1 }) : [];
  return {
    ...content,
    kind,
    articles: teasers(kind, read, locale, kind === 'news' ? { limit: latestCount + 1 } : {})
      // The news of the week has a place of its own; beside itself it would look like a mistake.
      .filter((teaser) => teaser.id !== week?.id)
      .slice(0, kind === 'news' ? latestCount : undefined),
    newsOfTheWeek: week ? teaserOf('news', week, read, locale) : null,
    categories: categoryChips(kind, context),
    tags: usedTags(kind, context),
  };
}

function CenterPage({ data }: { data: CenterData }) {
  const { t } = usePageContext();
  const { kind, articles, newsOfTheWeek, categories, tags, blocks } = data;
  const [first, ...others] = articles;
  const news = kind === 'news';
  return (
    <BlocksAround blocks={blocks}>
      <div className={styles.center}>
        <section aria-labelledby="latest">
          <div className={styles.headed}>
            <h2 id="latest">{t(news ? 'news.latest' : 'education.lessons')}</h2>
            {news && <Actions actions={[{ id: '1', name: t('news.viewAll'), url: linkTo('/news-center/news'), openInNewTab: false, style: 'quiet' }]} />}
          </div>
          {first ? <ArticleTeaserCard teaser={first} lead /> : <p>{t('news.empty')}</p>}
          <div className={styles.others}>{others.map((teaser) => <ArticleTeaserRow key={teaser.id} teaser={teaser} />)}</div>
        </section>
        <div className={styles.aside}>
          {newsOfTheWeek && (
            <section aria-labelledby="week">
              <h2 id="week">{t('news.newsOfTheWeek')}</h2>
              <ArticleTeaserCard teaser={newsOfTheWeek} />
            </section>
          )}
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

export function centerPage(kind: ArticleKind): PageModule {
  return definePage({
    kind: 'center',
    loader: (context) => loadCenter(kind, context),
    head: ({ page }, context) => staticPageHead(page, context),
    Component: CenterPage,
  });
}
