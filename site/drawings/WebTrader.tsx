/** WebTrader in a browser: watch list, chart, ticket and open positions. Narrower crops leave out the watch list, then all but the ticket. */
import { OrderTicket } from './OrderTicket.tsx';
import { PriceField } from './PriceField.tsx';
import { Box, Label, Line, Mark, Trend } from './pieces.tsx';
import { type Marks, type ProductCrop, type ProductFigures, drawingSizes } from './product-figures.ts';

interface Props {
  figures: ProductFigures;
  crop: ProductCrop;
  marks: Marks;
}

const bar = 56;
const listWidth = 300;
const ticketWidth = 312;

function Quotes({ figures: { quotes, words }, marks, height }: Pick<Props, 'figures' | 'marks'> & { height: number }) {
  const row = 64;
  const shown = quotes.slice(0, Math.floor((height - bar - 48) / row));
  return (
    <g>
      <Label x={24} y={bar + 32} size={15} bold>
        {words.watchList}
      </Label>
      <Label x={listWidth - 20} y={bar + 32} size={12} ink="m" at="end">
        {`${words.bid} / ${words.ask}`}
      </Label>
      {shown.map(({ symbol, name, bid, ask, change, closes }, index) => {
        const y = bar + 48 + index * row;
        return (
          <g key={symbol}>
            {index === 0 ? (
              <>
                <Box x={0} y={y} width={listWidth} height={row} ink="t" radius={0} />
                <Box x={0} y={y} width={4} height={row} ink="s" radius={0} />
              </>
            ) : null}
            <Line d={`M0 ${y + row}H${listWidth}`} />
            <Label x={24} y={y + 27} size={15} bold>
              {symbol}
            </Label>
            {change ? (
              <Label x={24} y={y + 47} size={13} ink={change.falls ? 'c' : 's'}>
                {change.text}
              </Label>
            ) : (
              <Label x={24} y={y + 47} size={13} ink="m">
                {name.slice(0, 16)}
              </Label>
            )}
            <Trend values={closes} x={108} y={y + 18} width={64} height={28} ink="M" />
            <Label x={listWidth - 20} y={y + 27} size={15} at="end">
              {bid}
            </Label>
            <Label x={listWidth - 20} y={y + 47} size={15} at="end">
              {ask}
            </Label>
          </g>
        );
      })}
      <Mark number={marks['watch-list']} x={listWidth} y={bar + 27} />
    </g>
  );
}

function TopBar({
  figures: { siteName, account, words },
  width,
  compact,
}: {
  figures: ProductFigures;
  width: number;
  compact: boolean;
}) {
  const states = [
    [words.balance, account.balance],
    [words.equity, account.equity],
    [words.freeMargin, account.freeMargin],
  ] as const;
  return (
    <g>
      <Line d={`M0 ${bar}H${width}`} />
      <Label x={24} y={35} size={17} bold>
        {siteName}
        <tspan className="s" fontWeight={400}>
          {' WebTrader'}
        </tspan>
      </Label>
      {(compact ? states.slice(1) : states).map(([name, value], index, all) => {
        const x = width - 24 - (all.length - 1 - index) * 152;
        return (
          <g key={name}>
            <Label x={x} y={24} size={12} ink="m" at="end">
              {name}
            </Label>
            <Label x={x} y={43} size={15} bold at="end">
              {value}
            </Label>
          </g>
        );
      })}
      {compact ? null : (
        <>
          <Box x={listWidth} y={15} width={190} height={27} ink="t" radius={13} />
          <Label x={listWidth + 95} y={33} size={13} ink="s" bold at="middle">
            {`${words.demo} · ${account.name}`}
          </Label>
        </>
      )}
    </g>
  );
}

function Positions({
  figures: { position, words },
  x,
  y,
  width,
}: {
  figures: ProductFigures;
  x: number;
  y: number;
  width: number;
}) {
  if (!position) return null;
  const isNarrow = width < 560;
  const columns = [
    [words.instrument, position.symbol, 0],
    [words.volume, `${position.side} ${position.lots}`, isNarrow ? 0.2 : 0.14],
    [words.openPrice, position.openPrice, isNarrow ? 0.7 : 0.49],
    ...(isNarrow
      ? []
      : ([
          [words.price, position.price, 0.63],
          [words.swap, position.swap, 0.79],
        ] as const)),
    [words.result, position.result, 1],
  ] as const;
  return (
    <g>
      <Line d={`M${x} ${y}H${x + width}M${x} ${y + 34}H${x + width}`} />
      <Label x={x + 20} y={y + 22} size={13} bold>
        {`${words.positions} (1)`}
      </Label>
      {columns.map(([name, value, share], index) => {
        const at = index < 2 ? 'start' : 'end';
        const across = x + 20 + (width - 40) * share;
        return (
          <g key={name}>
            <Label x={across} y={y + 56} size={12} ink="m" at={at}>
              {name}
            </Label>
            <Label
              x={across}
              y={y + 78}
              size={14}
              ink={share < 1 ? 'i' : position.falls ? 'c' : 's'}
              bold={share === 0 || share === 1}
              at={at}
            >
              {value}
            </Label>
          </g>
        );
      })}
    </g>
  );
}

const frames = ['1m', '5m', '15m', '30m', '1h', '4h', '1D', '1W', '1M'];

export function WebTrader({ figures, crop, marks }: Props) {
  const { width, height } = drawingSizes.web[crop];
  const { chart, quotes, ticket, words, position } = figures;
  if (crop === 'narrow')
    return <OrderTicket figures={figures} marks={marks} x={32} y={20} width={width - 56} markX={14} />;
  const left = crop === 'wide' ? listWidth : 0;
  const right = width - ticketWidth;
  const below = position ? 92 : 0;
  const chartWidth = right - left;
  return (
    <g>
      {crop === 'wide' ? <Quotes figures={figures} marks={marks} height={height} /> : null}
      <TopBar figures={figures} width={width} compact={crop !== 'wide'} />
      <Line d={`M${left} ${bar}V${height}M${right} ${bar}V${height}`} />
      <Label x={left + 20} y={bar + 32} size={17} bold>
        {quotes[0].symbol}
      </Label>
      <Label x={left + 20} y={bar + 52} size={13} ink="m">
        {[words.open, words.high, words.low, words.close]
          .map((name, index) => `${name} ${chart.last[index]}`)
          .join('\u2002')}
      </Label>
      {frames.map((name, index) => {
        const x = right - 24 - (frames.length - 1 - index) * 33;
        const isShown = name === '1D';
        return (
          <g key={name}>
            {isShown ? <Box x={x - 15} y={bar + 14} width={30} height={26} ink="t" radius={4} /> : null}
            <Label x={x} y={bar + 32} size={13} ink={isShown ? 's' : 'm'} bold={isShown} at="middle">
              {name}
            </Label>
          </g>
        );
      })}
      <PriceField
        x={left}
        y={bar + 68}
        width={chartWidth}
        height={height - bar - 68 - below}
        chart={chart}
        words={words}
        size={13}
        most={crop === 'wide' ? 60 : 44}
        levels={{ entry: `${ticket.side} ${ticket.lots}`, stop: ticket.lossAtStop }}
      />
      <Mark number={marks.chart} x={left + 24} y={bar + 92} />
      <Positions figures={figures} x={left} y={height - below} width={chartWidth} />
      <Mark number={marks.account} x={right} y={height - below + 17} />
      <OrderTicket figures={figures} marks={marks} x={right + 24} y={bar + 26} width={ticketWidth - 48} markX={right} />
    </g>
  );
}
