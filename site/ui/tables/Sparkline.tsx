import { cx } from '../cx.ts';
import { useCurrentPage } from '../current-page.tsx';
import styles from './Sparkline.module.css';

const width = 96;
const height = 28;
const inset = 2;

interface Drawing {
  /** The path of the values, and the height at which they started. */
  path: string;
  start: number;
}

function draw(points: readonly number[]): Drawing {
  const low = Math.min(...points);
  const span = Math.max(...points) - low || 1;
  const y = (value: number) => round(height - inset - ((value - low) / span) * (height - 2 * inset));
  return {
    path: points.map((value, index) => `${round((index / (points.length - 1)) * width)} ${y(value)}`).join(' '),
    start: y(points[0] ?? low),
  };
}

/**
 * A small chart with two lines: the values, and the level they started from. The drawing is hidden from assistive technology, which
 * reads the change in percent instead. A line that ends lower than it started has the colour of losses.
 */
export function Sparkline({ points }: { points: readonly number[] }) {
  const page = useCurrentPage();
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return null;
  const drawing = draw(points);
  const change = first === 0 ? null : page.number((last / first - 1) * 100, 1);
  return (
    <>
      <svg
        className={cx(styles.spark, styles.drawn, last < first && styles.falling)}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
      >
        <path className={styles.level} d={`M0 ${drawing.start}h${width}`} />
        <path d={`M${drawing.path}`} />
      </svg>
      {change === null ? null : <span className="visually-hidden">{`${page.t('blocks.sparkline')}: ${change}%`}</span>}
    </>
  );
}

/** Rounds to half a pixel, which is finer than the stroke: more digits would only add bytes. */
function round(value: number): number {
  return Math.round(value * 2) / 2;
}
