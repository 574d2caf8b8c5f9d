import { ActionLink } from '../ui/navigation/ActionLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Prose } from '../ui/Prose.tsx';
import { Section } from '../ui/Section.tsx';
import { cx } from '../ui/cx.ts';
import type { BlockNamed } from './resolved-block.ts';
import styles from './FeatureList.module.css';

/**
 * Facts with an icon, between thin lines instead of in boxes. The number of items decides the grid, so that every row is full:
 * three to a row, or two to a row next to the heading.
 */
export function FeatureList({ block }: { block: BlockNamed<'blocks.feature-list'> }) {
  const pairs = block.items.length % 3 !== 0;
  return (
    <Section block={block} layout={pairs ? 'split' : 'stack'}>
      <ul role="list" className={cx(styles.list, pairs ? styles.pairs : styles.threes)}>
        {block.items.map((item) => (
          <li key={item.title}>
            {item.icon ? <Icon name={item.icon} size={28} /> : null}
            <h3>{item.title}</h3>
            <Prose html={item.text} as="p" />
            {item.link ? <ActionLink action={{ ...item.link, style: 'quiet' }} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
