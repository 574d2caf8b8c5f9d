import { Note } from '../../ui/text/Note.tsx';
import { Section } from '../../ui/text/Section.tsx';
import { cx } from '../../ui/cx.ts';
import type { BlockOf } from '../resolved-block.ts';
import styles from './WorkedExample.module.css';

/** A trade worked out in money, line by line, like a bill: the result is the last and largest figure, gain or loss alike. */
export function WorkedExample({ block }: { block: BlockOf<'blocks.worked-example'> }) {
  const { lines, result, note } = block;
  return (
    <Section block={block} layout="split">
      <dl className={styles.bill}>
        {lines.map((line) => (
          <div key={line.label} className={cx(line.sum && styles.sum)}>
            <dt>{line.label}</dt>
            <dd>{line.value}</dd>
          </div>
        ))}
        <div className={cx(styles.result, styles[result.tone])}>
          <dt>{result.label}</dt>
          <dd>{result.value}</dd>
        </div>
      </dl>
      <Note html={note} />
    </Section>
  );
}
