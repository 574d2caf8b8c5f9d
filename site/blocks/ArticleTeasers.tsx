import { MediaImage } from '../ui/MediaImage.tsx';
import { cx } from '../ui/cx.ts';
import { useCurrentPage } from '../ui/current-page.tsx';
import type { ArticleTeaser } from './resolved-block.ts';
import styles from './ArticleTeasers.module.css';

interface ArticleTeaserProps {
  teaser: ArticleTeaser;
  /** Level of the heading: 2 where the list is directly below the page's title. */
  headingLevel?: 2 | 3;
}

/** An article with its picture, as lists of articles show it. `lead` selects the large form for the first article of a list. */
export function ArticleTeaserCard({ teaser, headingLevel, lead = false }: ArticleTeaserProps & { lead?: boolean }) {
  return (
    <article className={cx(styles.teaser, styles.card, lead && styles.lead)}>
      <MediaImage media={teaser.image && { ...teaser.image, alt: '' }} />
      <TeaserMeta teaser={teaser} />
      <TeaserTitle teaser={teaser} headingLevel={headingLevel} />
      <p>{teaser.summary}</p>
    </article>
  );
}

/**
 * The compact form: small picture, title, one line of facts. For long lists, and next to a lead.
 * @param summary shows the summary on wide screens, for lists of few rows.
 */
export function ArticleTeaserRow({
  teaser,
  headingLevel,
  summary = false,
}: ArticleTeaserProps & { summary?: boolean }) {
  return (
    <article className={cx(styles.teaser, styles.row)}>
      <TeaserMeta teaser={teaser} />
      <TeaserTitle teaser={teaser} headingLevel={headingLevel} />
      {summary ? <p>{teaser.summary}</p> : null}
      <MediaImage media={teaser.image && { ...teaser.image, alt: '' }} />
    </article>
  );
}

/** The CSS stretches the title's link over the whole teaser; the category's link lies above it. */
function TeaserTitle({ teaser, headingLevel = 3 }: { teaser: ArticleTeaser; headingLevel?: 2 | 3 | undefined }) {
  const page = useCurrentPage();
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <Heading>
      <a href={page.href(teaser.path)}>{teaser.title}</a>
    </Heading>
  );
}

/** News shows its date, a lesson its level: readers choose by these. */
function TeaserMeta({ teaser }: { teaser: ArticleTeaser }) {
  const page = useCurrentPage();
  return (
    <small>
      {teaser.category ? <a href={page.href(teaser.category.path)}>{teaser.category.name}</a> : null}
      {teaser.kind === 'news' ? <time dateTime={teaser.publishedOn}>{page.date(teaser.publishedOn)}</time> : null}
      {teaser.level ? <span>{page.t(`article.levelName.${teaser.level}`)}</span> : null}
      <span>{page.t('article.minutes', { minutes: teaser.minutes })}</span>
    </small>
  );
}
