/** Draws some weeks of two markets over one axis of days, to show the days on which only one of them is open. */
import { Label, Line } from './pieces.tsx';
import { type DiagramCrop, type Drawn, type WeekendFigures, diagramWidths } from './diagram-figures.ts';
import { Lines, wrapText } from './text-lines.tsx';

type Market = WeekendFigures['markets'][number];

interface PlotProps {
  market: Market;
  x: (day: number) => number;
  step: number;
  left: number;
  top: number;
  height: number;
  width: number;
}

function Plot({ market: { name, text, bars, weekends }, x, step, left, top, height, width }: PlotProps) {
  const low = Math.min(...bars.map((bar) => bar.low));
  const high = Math.max(...bars.map((bar) => bar.high));
  const y = (price: number) => Math.round((top + 44 + (1 - (price - low) / (high - low || 1)) * (height - 78)) * 2) / 2;
  const candle = Math.max(5, step * 0.5);
  return (
    <g>
      <Label x={left} y={top + 12} size={15} bold>
        {name}
      </Label>
      <Lines lines={wrapText(text, width, 12)} x={left} y={top + 29} size={12} ink="m" />
      {bars.map((bar) => {
        const [open, close] = [y(bar.open), y(bar.close)];
        const falls = bar.close < bar.open;
        return (
          <g key={bar.day}>
            <Line d={`M${x(bar.day)} ${y(bar.high)}V${y(bar.low)}`} ink={falls ? 'C' : 'S'} width={1.5} />
            <rect
              x={x(bar.day) - candle / 2}
              y={Math.min(open, close)}
              width={candle}
              height={Math.max(1.5, Math.abs(open - close))}
              className={falls ? 'c' : 's'}
            />
          </g>
        );
      })}
      {weekends.map((one) => (
        <g key={one.from}>
          <Line
            d={`M${x(one.from) + candle / 2} ${y(one.before)}L${x(one.to) - candle / 2} ${y(one.after)}`}
            ink="O"
            width={2.5}
          />
          <Label x={(x(one.from) + x(one.to)) / 2} y={top + height - 8} size={13} bold at="middle">
            {one.text}
          </Label>
        </g>
      ))}
    </g>
  );
}

/** A phone shows the last two weekends. */
const maxPhoneDays = 15;

export function drawWeekendGap(figures: WeekendFigures, crop: DiagramCrop): Drawn {
  const width = diagramWidths[crop];
  const edge = { wide: 40, medium: 24, narrow: 14 }[crop];
  const first = crop === 'narrow' ? Math.max(0, figures.days.length - maxPhoneDays) : 0;
  const days = figures.days.slice(first);
  const step = (width - 2 * edge) / days.length;
  const x = (day: number) => Math.round((edge + (day - first + 0.5) * step) * 2) / 2;
  const height = { wide: 180, medium: 184, narrow: 184 }[crop];
  const top = 28;
  const bottom = top + figures.markets.length * (height + 18);
  return {
    height: bottom + 34,
    content: (
      <>
        {days.map(({ date, name, weekend }, index) => (
          <g key={date}>
            {weekend ? (
              <rect x={edge + index * step} y={top - 12} width={step} height={bottom - top} className="g" />
            ) : null}
            {name ? (
              <Label x={edge + (index + 0.5) * step} y={bottom + 14} size={12} ink="m" at="middle">
                {name}
              </Label>
            ) : null}
          </g>
        ))}
        {figures.markets.map((market, index) => (
          <Plot
            key={market.name}
            market={{
              ...market,
              bars: market.bars.filter(({ day }) => day >= first),
              weekends: market.weekends.filter(({ from }) => from >= first),
            }}
            x={x}
            step={step}
            left={edge}
            top={top + index * (height + 18)}
            height={height}
            width={width - 2 * edge}
          />
        ))}
        <Line d={`M${edge} ${top + height + 4}H${width - edge}`} />
        <Line d={`M${edge} ${bottom - 6}H${width - edge}`} />
      </>
    ),
  };
}
