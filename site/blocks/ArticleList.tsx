import { ActionLink } from '../ui/navigation/ActionLink.tsx';
import { Section } from '../ui/Section.tsx';
import { cx } from '../ui/cx.ts';
import { ArticleTeaserCard, ArticleTeaserRow } from './ArticleTeasers.tsx';
import type { BlockNamed } from './resolved-block.ts';
import styles from './ArticleList.module.css';

/** Up to this many articles are side by side; with more, the others form a list next to the first. */
const sideBySide = 2;

/** The newest articles, the first of them larger unless there are two. Renders nothing while there is no article. */
export function ArticleList({ block }: { block: BlockNamed<'blocks.article-list'> }) {
  const [first, ...rest] = block.articles;
  if (!first) return null;
  const list = block.articles.length > sideBySide;
  return (
    <Section block={block} after={block.link ? <ActionLink action={{ ...block.link, style: 'quiet' }} /> : null}>
      <div className={cx(styles.articles, list ? styles.list : styles.pair)}>
        <ArticleTeaserCard teaser={first} lead={block.articles.length !== 2} />
        {list ? (
          <div>
            {rest.map((teaser) => (
              <ArticleTeaserRow key={teaser.id} teaser={teaser} summary={rest.length < 3} />
            ))}
          </div>
        ) : (
          rest.map((teaser) => <ArticleTeaserCard key={teaser.id} teaser={teaser} />)
        )}
      </div>
    </Section>
  );
}
