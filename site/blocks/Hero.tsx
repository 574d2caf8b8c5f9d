import type { ReactNode } from 'react';
import { Actions } from '../ui/navigation/ActionLink.tsx';
import { DataTableView } from '../ui/tables/DataTableView.tsx';
import { EnlargeableImage } from '../ui/EnlargeableImage.tsx';
import { Prose } from '../ui/Prose.tsx';
import { useCurrentPage } from '../ui/current-page.tsx';
import { cx } from '../ui/cx.ts';
import { HeroDownloads } from './media/DownloadBadges.tsx';
import type { BlockNamed } from './resolved-block.ts';
import styles from './Hero.module.css';

/**
 * The head of a page, with its only h1: next to a table of figures, next to an image, or alone. The headline is largest on the home page and has one
 * size on all others.
 * @param downloads the badges of the block that follows it. @param foot below everything else, at full width. @param children a tool. It is next to the text, or below a table or an image at full width; on a phone it is above them.
 */
export function Hero({
  block,
  downloads,
  children,
  foot,
}: {
  block: BlockNamed<'blocks.hero'>;
  downloads?: BlockNamed<'blocks.download-badges'>;
  children?: ReactNode;
  foot?: ReactNode;
}) {
  const alone = !block.table && !block.image;
  return (
    <section
      id={block.id}
      className={cx(
        styles.hero,
        alone ? (children ? styles.spread : styles.alone) : styles.beside,
        useCurrentPage().path === '/' && styles.home,
      )}
    >
      <div className={styles.text}>
        {block.eyebrow ? <p className={styles.eyebrow}>{block.eyebrow}</p> : null}
        <h1>{block.heading}</h1>
        <Prose html={block.text} className={styles.lead} />
        <Actions actions={block.actions} />
        {downloads && <HeroDownloads block={downloads} />}
        <Prose html={block.note} as="p" className={styles.note} />
      </div>
      {children ? <div className={styles.tool}>{children}</div> : null}
      {block.table ? (
        <div className={styles.panel}>
          <DataTableView table={block.table} id={block.id} compact />
        </div>
      ) : (
        <EnlargeableImage media={block.image} priority className={styles.image} />
      )}
      {foot ? <div>{foot}</div> : null}
    </section>
  );
}

/** The head of a page that visitors open to fill in its form: the form is right after the h1, the text about it follows. */
export function HeroWithForm({ block, form }: { block: BlockNamed<'blocks.hero'>; form: ReactNode }) {
  return (
    <section id={block.id} className={cx(styles.hero, styles.withForm)}>
      <div className={styles.text}>
        {block.eyebrow ? <p className={styles.eyebrow}>{block.eyebrow}</p> : null}
        <h1>{block.heading}</h1>
      </div>
      <div className={styles.form}>{form}</div>
      <div className={styles.rest}>
        <Prose html={block.text} className={styles.lead} />
        <Actions actions={block.actions} />
        <Prose html={block.note} as="p" className={styles.note} />
      </div>
    </section>
  );
}
