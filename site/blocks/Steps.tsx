import { Actions } from '../ui/navigation/ActionLink.tsx';
import { Prose } from '../ui/Prose.tsx';
import { Section } from '../ui/Section.tsx';
import type { BlockNamed } from './resolved-block.ts';
import styles from './Steps.module.css';

/**
 * What happens first, second, third. The numbers come from the list itself. One below the other, the line between them is drawn while one
 * scrolls; side by side, it is there at once.
 */
export function Steps({ block }: { block: BlockNamed<'blocks.steps'> }) {
  return (
    <Section block={block} layout={block.variant === 'row' ? 'stack' : 'split'}>
      <ol role="list" className={styles[block.variant]}>
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
