import { Actions } from '../ui/navigation/ActionLink.tsx';
import { Section } from '../ui/Section.tsx';
import type { BlockNamed } from './resolved-block.ts';
import styles from './CallToAction.module.css';

/** Invites the visitor to the next step. The dark variant is green, so that it does not merge with the dark footer below. */
export function CallToAction({ block }: { block: BlockNamed<'blocks.call-to-action'> }) {
  return (
    <Section
      block={block}
      className={styles.call}
      after={<Actions actions={block.actions} className={styles.actions} />}
    />
  );
}
