import { ContentLink } from '../ui/navigation/ContentLink.tsx';
import { Section } from '../ui/Section.tsx';
import { Sparkline } from '../ui/tables/Sparkline.tsx';
import type { BlockNamed } from './resolved-block.ts';
import styles from './Stats.module.css';

/** A few large figures: in a row, or as a grid in which each may be a link and show the price line of its instrument. */
export function Stats({ block }: { block: BlockNamed<'blocks.stats'> }) {
  return (
    <Section block={block}>
      <dl className={styles[block.variant]}>
        {block.items.map(({ label, value, note, link, closes }) => (
          <div key={label}>
            <dt>{link ? <ContentLink link={{ ...link, name: label }} /> : label}</dt>
            <dd>
              {value}
              {closes ? <Sparkline points={closes} /> : null}
            </dd>
            {note ? <dd>{note}</dd> : null}
          </div>
        ))}
      </dl>
    </Section>
  );
}
