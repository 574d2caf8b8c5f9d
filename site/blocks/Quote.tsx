import { Prose } from '../ui/Prose.tsx';
import { Section } from '../ui/Section.tsx';
import type { BlockOf } from './resolved-block.ts';
import styles from './Quote.module.css';

/** A sentence that somebody stands behind by name. */
export function Quote({ block }: { block: BlockOf<'blocks.quote'> }) {
  return (
    <Section block={block}>
      <figure className={styles.quote}>
        <Prose html={block.quote} as="blockquote" />
        <figcaption>
          {block.name}
          {block.role ? <span>{block.role}</span> : null}
        </figcaption>
      </figure>
    </Section>
  );
}
