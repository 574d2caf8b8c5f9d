import { Actions } from '../ui/navigation/ActionLink.tsx';
import { Section } from '../ui/Section.tsx';
import type { BlockNamed } from './resolved-block.ts';
import styles from './CallToAction.module.css';

/** What to do next. In the dark tone it has a green of its own, so that it does not merge with a dark footer below. */
export function CallToAction({ block }: { block: BlockNamed<'blocks.call-to-action'> }) {
  return (
    <Section
      block={block}
      className={styles.call}
      after={<Actions actions={block.actions} className={styles.actions} />}
    />
  );
}
