import { Section } from '../../ui/text/Section.tsx';
import type { BlockOf } from '../resolved-block.ts';
import styles from './Stats.module.css';

/** A few figures set large. */
export function Stats({ block }: { block: BlockOf<'blocks.stats'> }) {
  return (
    <Section block={block}>
      <dl className={styles.stats}>
        {block.items.map((item) => (
          <div key={item.label}>
            <dt>{item.label}</dt>
            <dd>{item.value}</dd>
            {item.note ? <dd>{item.note}</dd> : null}
          </div>
        ))}
      </dl>
    </Section>
  );
}
