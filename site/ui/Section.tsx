import type { ReactNode } from 'react';
import type { Section as SectionFields } from '../../content/model-blocks.ts';
import { Prose } from './Prose.tsx';
import { cx } from './cx.ts';
import styles from './Section.module.css';

interface SectionProps {
  /** Of a block, or of a part that the code itself writes: plain and without a text unless it says otherwise. */
  block: Pick<SectionFields, 'id' | 'heading'> & Partial<SectionFields>;
  /** `stack`: heading above the content. `split`: heading left, content right, from 60 rem on; for content that is narrow by nature. */
  layout?: 'stack' | 'split';
  /** Shown below the heading: a link or buttons that belong to the whole section. */
  after?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
}

/**
 * A full-bleed part of a page on a grid of twelve columns. Its padding sets the content width, so it needs no wrapper; children are
 * grid items. A dark section has `data-theme="dark"`: the design tokens then give it its colours.
 */
export function Section({ block, layout = 'stack', after, className, children }: SectionProps) {
  const { id, heading, text = null, tone = 'plain' } = block;
  const headingId = `${id}-h`;
  return (
    <section
      id={id}
      className={cx(styles.section, styles[tone], layout === 'split' && styles.split, className)}
      data-reveal=""
      data-theme={tone === 'dark' ? 'dark' : undefined}
      aria-labelledby={heading ? headingId : undefined}
    >
      {heading || text || after ? (
        <header className={styles.head}>
          {heading ? <h2 id={headingId}>{heading}</h2> : null}
          <Prose html={text} className={styles.lead} />
          {after}
        </header>
      ) : null}
      {children}
    </section>
  );
}
