import { Actions } from '../../ui/navigation/ActionLink.tsx';
import { Prose } from '../../ui/text/Prose.tsx';
import { Section } from '../../ui/text/Section.tsx';
import type { BlockOf } from '../resolved-block.ts';
import styles from './Steps.module.css';

/** What happens first, second, third. The numbers come from the list itself. */
export function Steps({ block }: { block: BlockOf<'blocks.steps'> }) {
  return (
    <Section block={block} layout="split">
      <ol role="list" className={styles.steps}>
        {block.items.map((item) => (
          <li key={item.title}>
            <h3>{item.title}</h3>
            <Prose html={item.text} as="p" />
          </li>
        ))}
      </ol>
      <Actions actions={block.actions} />
    </Section>
  );
}
