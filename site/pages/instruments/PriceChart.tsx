/** The daily bars of an instrument: candles as one drawing of three paths, with their scale, and the same figures as a table. */
import type { DailyBar } from '../../../content/model-instruments.ts';
import { useCurrentPage } from '../../ui/current-page.tsx';
import styles from './PriceChart.module.css';

const step = 10;
const height = 240;
const inset = 6;

interface CandlePaths {
  wicks: string;
  rises: string;
  falls: string;
  low: number;
  high: number;
}

/** Draws the paths of candles in a field `bars.length * 10` wide and 240 high. */
function drawCandles(bars: readonly DailyBar[]): CandlePaths {
  const low = Math.min(...bars.map((bar) => bar.low));
  const high = Math.max(...bars.map((bar) => bar.high));
  const y = (price: number) => Math.round(height - inset - ((price - low) / (high - low || 1)) * (height - 2 * inset));
  const paths = { wicks: '', rises: '', falls: '', low, high };
  for (const [index, bar] of bars.entries()) {
    const x = index * step;
    paths.wicks += `M${x + step / 2} ${y(bar.high)}V${y(bar.low)}`;
    const [top, bottom] = [y(Math.max(bar.open, bar.close)), y(Math.min(bar.open, bar.close))];
    const body = `M${x + 2} ${top}h6v${Math.max(1, bottom - top)}h-6z`;
    if (bar.close >= bar.open) paths.rises += body;
    else paths.falls += body;
  }
  return paths;
}

interface PriceChartProps {
  name: string;
  bars: readonly DailyBar[];
  /** Decimals of the price. */
  digits: number;
}

export function PriceChart({ name, bars, digits }: PriceChartProps) {
  const { t, number, date } = useCurrentPage();
  const { wicks, rises, falls, low, high } = drawCandles(bars);
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return null;
  const price = (value: number) => number(value, digits);
  const label = t('instrument.chart', {
    name,
    from: date(first.date),
    to: date(last.date),
    low: price(low),
    high: price(high),
    close: price(last.close),
  });
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${bars.length * step} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path d={wicks} />
        <path d={rises} />
        <path d={falls} />
      </svg>
      <p className={styles.scale} aria-hidden="true">
        {[high, (high + low) / 2, low].map((value, index) => (
          <span key={index}>{price(value)}</span>
        ))}
      </p>
      <p className={styles.dates} aria-hidden="true">
        <span>{date(first.date)}</span> <span>{date(last.date)}</span>
      </p>
    </figure>
  );
}

const columns = ['open', 'high', 'low', 'close'] as const;

/** The bars as a table, newest first, closed until someone wants it. */
export function PriceTable({ name, bars, digits }: PriceChartProps) {
  const { t, number } = useCurrentPage();
  return (
    <details className={styles.table}>
      <summary>{t('instrument.table')}</summary>
      <table>
        <caption className="visually-hidden">
          {t('instrument.title', { name: t('instrument.table'), symbol: name })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('instrument.columns.date')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`instrument.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.toReversed().map((bar) => (
            <tr key={bar.date}>
              <th scope="row">{bar.date}</th>
              {columns.map((column) => (
                <td key={column}>{number(bar[column], digits)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
