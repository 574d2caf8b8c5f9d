import { Note } from '../ui/Note.tsx';
import { PriceLine } from '../ui/tables/PriceLine.tsx';
import { Section } from '../ui/Section.tsx';
import { cx } from '../ui/cx.ts';
import type { BlockNamed } from './resolved-block.ts';
import styles from './WorkedExample.module.css';

/**
 * A trade calculated in money, line by line, like a bill: the result is the last and largest figure, whether gain or loss. With an instrument,
 * a line of its daily closes fills the whole width behind the bill.
 */
export function WorkedExample({ block }: { block: BlockNamed<'blocks.worked-example'> }) {
  const { lines, result, note, chart } = block;
  return (
    <Section block={block} layout="split" className={chart ? styles.charted : undefined}>
      <div className={styles.sheet}>
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
      </div>
      {chart ? (
        <figure className={styles.chart}>
          <PriceLine values={chart.closes} />
          <figcaption>{chart.about}</figcaption>
        </figure>
      ) : null}
    </Section>
  );
}
