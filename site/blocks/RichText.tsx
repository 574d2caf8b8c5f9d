import { Prose } from '../ui/Prose.tsx';
import { Section } from '../ui/Section.tsx';
import type { BlockNamed } from './resolved-block.ts';
import styles from './RichText.module.css';

/**
 * Running text, with its heading to the left where there is room, so that lines stay short. The quiet variant is one centred column in a slightly
 * larger size, with the heading above.
 */
export function RichText({ block }: { block: BlockNamed<'blocks.rich-text'> }) {
  const quiet = block.variant === 'quiet';
  return (
    <Section
      block={block}
      layout={block.heading && !quiet ? 'split' : 'stack'}
      className={quiet ? styles.quiet : undefined}
    >
      <Prose html={block.body} />
    </Section>
  );
}
