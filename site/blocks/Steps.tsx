import { Actions } from '../ui/navigation/ActionLink.tsx';
import { Prose } from '../ui/Prose.tsx';
import { Section } from '../ui/Section.tsx';
import type { BlockNamed } from './resolved-block.ts';
import styles from './Steps.module.css';

/** Numbered steps; the HTML list gives the numbers. */
export function Steps({ block }: { block: BlockNamed<'blocks.steps'> }) {
  return (
    <Section block={block} layout={block.variant === 'row' ? 'stack' : 'split'}>
      <ol role="list" className={styles[block.variant]}>
        {block.items.map((item, index) => (
          <li key={item.title} id={`${block.id}-${index + 1}`}>
            <h3>{item.title}</h3>
            <Prose html={item.text} as="p" />
          </li>
        ))}
      </ol>
      <Actions actions={block.actions} />
    </Section>
  );
}
