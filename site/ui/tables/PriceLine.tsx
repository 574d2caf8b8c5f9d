import { cx } from '../cx.ts';
import styles from './PriceLine.module.css';
import sparkline from './Sparkline.module.css';

const height = 100;
const step = 10;

/**
 * A price line over the whole width of its container, with the area below it. Hidden from assistive technology: a sentence next to it describes the
 * line. A script animates it once when its section comes into view (`site/browser/reveal.ts`); without a script the line is complete.
 */
export function PriceLine({ values }: { values: readonly number[] }) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const line = values
    .map((value, index) => `${index * step} ${Math.round((height - ((value - low) / span) * height) * 10) / 10}`)
    .join(' ');
  const width = (values.length - 1) * step;
  return (
    <svg
      className={cx(styles.line, sparkline.drawn)}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={`M0 ${height * 2}L${line} ${width} ${height * 2}z`} />
      <path d={`M${line}`} />
    </svg>
  );
}
