import { EnlargeableImage } from '../../ui/EnlargeableImage.tsx';
import { Note } from '../../ui/Note.tsx';
import { Section } from '../../ui/Section.tsx';
import type { BlockNamed } from '../resolved-block.ts';
import styles from './Figure.module.css';

/** An image with its caption. */
export function Figure({ block }: { block: BlockNamed<'blocks.figure'> }) {
  return (
    <Section block={block} layout={block.heading ? 'split' : 'stack'}>
      <figure className={styles.figure}>
        <EnlargeableImage media={block.image} />
        {block.caption ? (
          <figcaption>
            <Note html={block.caption} />
          </figcaption>
        ) : null}
      </figure>
    </Section>
  );
}
