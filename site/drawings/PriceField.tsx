/** The daily prices of an instrument as candles with both axes, and the prices of a ticket as lines across. */
import type { ProductFigures } from './product-figures.ts';
import { widthOf } from './diagrams/text-lines.tsx';
import { Box, Label, Line } from './pieces.tsx';

interface Field {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface PriceFieldProps extends Field {
  chart: ProductFigures['chart'];
  words: Pick<ProductFigures['words'], 'stopLoss'>;
  /** How many of the latest bars. */
  most?: number;
  /** Width of the scale on the right. */
  scale?: number;
  size?: number;
  /** Names of the lines for opening and stop; none where the ticket is not shown. */
  levels?: { entry: string; stop: string } | null;
}

/** Distances between the lines of a scale that read well. */
function roundStep(span: number, lines: number): number {
  const raw = span / lines;
  const power = 10 ** Math.floor(Math.log10(raw));
  return ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power;
}

export function PriceField({
  x,
  y,
  width,
  height,
  chart,
  words,
  most = 60,
  scale = 76,
  size = 12,
  levels = null,
}: PriceFieldProps) {
  const bars = chart.bars.slice(-most);
  const lows = bars.map(({ low }) => low);
  const highs = bars.map(({ high }) => high);
  const [least, highest] = [Math.min(...lows, ...(levels ? [chart.stop] : [])), Math.max(...highs)];
  const span = highest - least || 1;
  const [bottom, top] = [least - span * 0.06, highest + span * 0.06];
  const plot = { width: width - scale, height: height - 28 };
  const up = (price: number) => Math.round((y + ((top - price) / (top - bottom)) * plot.height) * 2) / 2;
  const step = plot.width / (bars.length + 1.5);
  const across = (index: number) => Math.round((x + (index + 1) * step) * 2) / 2;
  const body = Math.max(3, Math.round(step * 0.62));
  const half = body / 2;
  let [wicksUp, wicksDown, rises, falls] = ['', '', '', ''];
  for (const [index, bar] of bars.entries()) {
    const at = across(index);
    const [from, to] = [up(Math.max(bar.open, bar.close)), up(Math.min(bar.open, bar.close))];
    const wick = `M${at} ${up(bar.high)}V${up(bar.low)}`;
    const candle = `M${at - half} ${from}h${body}v${Math.max(1, to - from)}h-${body}z`;
    if (bar.close >= bar.open) [wicksUp, rises] = [wicksUp + wick, rises + candle];
    else [wicksDown, falls] = [wicksDown + wick, falls + candle];
  }
  const gap = roundStep(top - bottom, Math.max(3, Math.round(plot.height / 72)));
  const first = Math.ceil(bottom / gap);
  const grid = Array.from({ length: Math.floor(top / gap) - first + 1 }, (_, index) => (first + index) * gap);
  const days = bars.flatMap(({ date }, index) =>
    index % Math.ceil(90 / step) === 2 ? [{ date, at: across(index) }] : [],
  );
  const right = x + plot.width;
  // Beside a price that has moved far, opening and stop are the same line: their names stay apart.
  const below = Math.max(up(chart.stop), up(chart.entry) + 24);
  const stopText = `${words.stopLoss} ${levels?.stop ?? ''}`;
  const taken = levels ? [up(chart.entry), below] : [up(chart.bars.at(-1)?.close ?? top)];
  /** Where a line of text of this height crosses no candle; at the left edge when it does everywhere. */
  const freeAt = (text: string, baseline: number): number => {
    const wide = widthOf(text, size, true);
    const isFree = (start: number) =>
      bars.every(({ high, low }, index) => {
        const at = across(index);
        const beside = at + half < start - 4 || at - half > start + wide + 4;
        return beside || up(low) < baseline - size - 2 || up(high) > baseline + 4;
      });
    const starts = bars.map((_, index) => x + 10 + index * step).filter((start) => start + wide < right - 8);
    return Math.round(starts.find(isFree) ?? x + 10);
  };
  const tag = (price: number, ink: 's' | 'c', on: 'n' | 'd', at = up(price)) => (
    <>
      <Box x={right} y={at - 11} width={scale} height={22} ink={ink} radius={3} />
      <Label x={right + 8} y={at + size / 2 - 2} size={size} ink={on} bold>
        {chart.price(price)}
      </Label>
    </>
  );
  return (
    <g>
      <Line d={grid.map((price) => `M${x} ${up(price)}H${right}`).join('')} />
      <Line d={`M${right} ${y}V${y + plot.height}M${x} ${y + plot.height}H${x + width}`} />
      {grid
        .filter((price) => taken.every((level) => Math.abs(level - up(price)) > 18))
        .map((price) => (
          <Label key={price} x={right + 8} y={up(price) + size / 2 - 2} size={size} ink="m">
            {chart.price(price)}
          </Label>
        ))}
      {days
        .filter(({ at }) => at > x + 20 && at < right - 20)
        .map(({ date, at }) => (
          <Label key={date} x={at} y={y + plot.height + 19} size={size} ink="m" at="middle">
            {chart.day(date)}
          </Label>
        ))}
      <Line d={wicksUp} ink="S" width={1.2} />
      <Line d={wicksDown} ink="C" width={1.2} />
      <path d={rises} className="s" />
      <path d={falls} className="c" />
      {levels ? (
        <>
          <Line d={`M${x} ${up(chart.entry)}H${right}`} ink="S" dash="5 4" />
          <Line d={`M${x} ${up(chart.stop)}H${right}`} ink="C" dash="5 4" />
          <Label x={freeAt(levels.entry, up(chart.entry) - 7)} y={up(chart.entry) - 7} size={size} ink="s" bold halo>
            {levels.entry}
          </Label>
          <Label x={freeAt(stopText, below + size + 5)} y={below + size + 5} size={size} ink="c" bold halo>
            {stopText}
          </Label>
          {tag(chart.entry, 's', 'n')}
          {tag(chart.stop, 'c', 'd', below)}
        </>
      ) : (
        tag(chart.bars.at(-1)?.close ?? top, 's', 'n')
      )}
    </g>
  );
}
