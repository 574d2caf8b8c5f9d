/** MetaTrader 5 on a desktop, with its own order: menus, market watch, chart, an order window, and the toolbox. Its order window shows no costs, so none are drawn. */
import { PriceField } from './PriceField.tsx';
import { Box, Label, Line, Mark } from './pieces.tsx';
import { type Marks, type ProductCrop, type ProductFigures, drawingSizes } from './product-figures.ts';

interface Props {
  figures: ProductFigures;
  crop: ProductCrop;
  marks: Marks;
}

const head = 78;
const watchWidth = 300;
const orderSize = { width: 356, height: 306 };

function OrderWindow({
  figures: { quotes, ticket, words },
  marks,
  x,
  y,
  width,
}: Omit<Props, 'crop'> & { x: number; y: number; width: number }) {
  const [quote] = quotes;
  const right = x + width - 20;
  const half = (width - 52) / 2;
  /** Spanish names of the two orders are as long as a button on a phone is wide. */
  const orderText = Math.max(words.sellByMarket.length, words.buyByMarket.length) > 14 ? 11 : 12;
  const fields = [
    [words.symbol, `${quote.symbol}, ${quote.name}`],
    [words.type, words.marketExecution],
    [words.volume, ticket.lots],
    [words.stopLoss, ticket.stopPrice],
    [words.takeProfit, '0'],
  ] as const;
  return (
    <g>
      <Box x={x} y={y} width={width} height={orderSize.height} ink="p" line="M" radius={4} />
      <Box x={x + 0.5} y={y + 0.5} width={width - 1} height={34} ink="g" radius={4} />
      <Label x={x + 20} y={y + 23} size={14} bold>
        {words.newOrder}
      </Label>
      <Line d={`M${right - 10} ${y + 13}l10 10m0 -10l-10 10`} ink="M" width={1.4} />
      {fields.map(([name, value], index) => {
        const line = y + 62 + index * 32;
        return (
          <g key={name}>
            <Label x={x + 20} y={line} size={13} ink="m">
              {name}
            </Label>
            <Box x={x + 112} y={line - 19} width={width - 132} height={27} ink="p" line="L" radius={2} />
            <Label x={x + 121} y={line} size={13}>
              {value.length > 27 ? quote.symbol : value}
            </Label>
          </g>
        );
      })}
      <Label x={x + width / 2} y={y + 243} size={18} at="middle">
        {`${quote.bid} / ${quote.ask}`}
      </Label>
      <Box x={x + 20} y={y + 256} width={half} height={36} ink="c" radius={2} />
      <Label x={x + 20 + half / 2} y={y + 279} size={orderText} ink="d" bold at="middle">
        {words.sellByMarket}
      </Label>
      <Box x={x + 32 + half} y={y + 256} width={half} height={36} ink="s" radius={2} />
      <Label x={x + 32 + half * 1.5} y={y + 279} size={orderText} ink="n" bold at="middle">
        {words.buyByMarket}
      </Label>
      <Mark number={marks.ticket} x={x} y={y + 18} />
    </g>
  );
}

function MarketWatch({
  figures: { quotes, words },
  marks,
  height,
}: Pick<Props, 'figures' | 'marks'> & { height: number }) {
  const shown = quotes.slice(0, Math.floor((height - head - 64) / 30));
  const rest = head + 76 + shown.length * 30;
  return (
    <g>
      <Box x={0} y={head} width={watchWidth} height={32} ink="g" radius={0} />
      <Label x={16} y={head + 21} size={13} bold>
        {words.marketWatch}
      </Label>
      <Label x={16} y={head + 54} size={12} ink="m">
        {words.symbol}
      </Label>
      <Label x={198} y={head + 54} size={12} ink="m" at="end">
        {words.bid}
      </Label>
      <Label x={watchWidth - 14} y={head + 54} size={12} ink="m" at="end">
        {words.ask}
      </Label>
      {shown.map(({ symbol, bid, ask, change }, index) => {
        const y = head + 86 + index * 30;
        const ink = change?.falls ? 'c' : 's';
        return (
          <g key={symbol}>
            <Line d={`M0 ${y - 20}H${watchWidth}`} />
            <path d={change?.falls ? `M16 ${y - 8}h9l-4.500 7z` : `M16 ${y - 2}h9l-4.500 -7z`} className={ink} />
            <Label x={34} y={y} size={14}>
              {symbol}
            </Label>
            <Label x={198} y={y} size={13} ink={ink} at="end">
              {bid}
            </Label>
            <Label x={watchWidth - 14} y={y} size={13} ink={ink} at="end">
              {ask}
            </Label>
          </g>
        );
      })}
      <Line d={`M0 ${rest}H${watchWidth}`} />
      <Box x={0} y={rest} width={watchWidth} height={32} ink="g" radius={0} />
      <Label x={16} y={rest + 21} size={13} bold>
        {words.navigator}
      </Label>
      {[words.accounts, words.indicators, words.experts, words.scripts]
        .slice(0, Math.floor((height - rest - 36) / 28))
        .map((name, index) => (
          <g key={name}>
            <Box x={16} y={rest + 43 + index * 28} width={11} height={11} line="M" radius={1} />
            <Line d={`M19 ${rest + 48.5 + index * 28}h5m-2.500 -2.500v5`} ink="M" />
            <Label x={36} y={rest + 53 + index * 28} size={14}>
              {name}
            </Label>
          </g>
        ))}
      <Mark number={marks['watch-list']} x={watchWidth} y={head + 16} />
    </g>
  );
}

function Toolbox({
  figures: { position, account, words },
  marks,
  width,
  y,
}: Pick<Props, 'figures' | 'marks'> & { width: number; y: number }) {
  const cells = position
    ? ([
        [words.symbol, position.symbol],
        [words.type, position.side],
        [words.volume, position.lots],
        [words.openPrice, position.openPrice],
        [words.price, position.price],
        [words.swap, position.swap],
        [words.result, position.result],
      ] as const)
    : [];
  const state = [
    `${words.balance}: ${account.balance}`,
    `${words.equity}: ${account.equity}`,
    `${words.freeMargin}: ${account.freeMargin}`,
    `${words.marginLevel}: ${account.marginLevel}`,
  ];
  const step = (width - 40) / Math.max(1, cells.length - 1);
  return (
    <g>
      <Line d={`M0 ${y}H${width}`} />
      {cells.map(([name, value], index) => {
        const at = index === 0 ? 'start' : index === cells.length - 1 ? 'end' : 'middle';
        return (
          <g key={name}>
            <Label x={20 + index * step} y={y + 24} size={12} ink="m" at={at}>
              {name}
            </Label>
            <Label
              x={20 + index * step}
              y={y + 50}
              size={14}
              ink={index === 6 ? (position?.falls ? 'c' : 's') : 'i'}
              at={at}
            >
              {value}
            </Label>
          </g>
        );
      })}
      <Line d={`M0 ${y + 32}H${width}`} />
      <Box x={0} y={y + 62} width={width} height={30} ink="t" radius={0} />
      <Label x={20} y={y + 82} size={13} bold>
        {(width < 1000 ? state.slice(0, 3) : state).join('\u2003')}
      </Label>
      <Label x={20} y={y + 115} size={13} bold>
        {words.trade}
        <tspan className="m" fontWeight={400}>
          {`\u2003\u2003${words.history}\u2003\u2003${words.journal}`}
        </tspan>
      </Label>
      <Label x={width - 20} y={y + 115} size={12} ink="m" at="end">
        {words.toolbox}
      </Label>
      <Mark number={marks.account} x={width - 26} y={y + 77} />
    </g>
  );
}

const frames = ['M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1', 'W1', 'MN'];

export function MetaTrader({ figures, crop, marks }: Props) {
  const { width, height } = drawingSizes.mt5[crop];
  const { words, chart, quotes } = figures;
  const boxHeight = 130;
  if (crop === 'narrow')
    return (
      <g>
        <Label x={20} y={34} size={16} bold>
          MetaTrader 5
        </Label>
        <Label x={width - 20} y={34} size={14} ink="m" at="end">
          {`${quotes[0].symbol}, D1`}
        </Label>
        <PriceField x={0} y={50} width={width} height={118} chart={chart} words={words} most={30} scale={70} />
        <OrderWindow figures={figures} marks={marks} x={15} y={172} width={width - 30} />
      </g>
    );
  const left = crop === 'wide' ? watchWidth : 0;
  const menus = [words.file, words.view, words.insert, words.charts, words.tools, words.window, words.help];
  return (
    <g>
      <Box x={0.5} y={0.5} width={width - 1} height={36} ink="g" radius={0} />
      <Label x={20} y={24} size={14} bold>
        {`${figures.siteName} - MetaTrader 5`}
        <tspan className="m" fontWeight={400}>
          {`\u2003\u2003${menus.join('\u2003')}`}
        </tspan>
      </Label>
      <Line d={`M0 36H${width}M0 ${head}H${width}M${left} ${head}V${height - boxHeight}`} />
      {frames.map((name, index) => (
        <g key={name}>
          {name === 'D1' ? <Box x={14 + index * 48} y={44} width={44} height={27} ink="t" radius={3} /> : null}
          <Label x={36 + index * 48} y={62} size={13} ink={name === 'D1' ? 's' : 'm'} bold={name === 'D1'} at="middle">
            {name}
          </Label>
        </g>
      ))}
      <Label x={width - 20} y={62} size={13} ink="s" bold at="end">
        {`+ ${words.newOrder}`}
      </Label>
      {crop === 'wide' ? <MarketWatch figures={figures} marks={marks} height={height - boxHeight} /> : null}
      <Label x={left + 16} y={head + 24} size={14} bold>
        {`${quotes[0].symbol}, D1`}
        <tspan className="m" fontWeight={400}>{`\u2003${quotes[0].name}`}</tspan>
      </Label>
      <PriceField
        x={left}
        y={head + 38}
        width={width - left}
        height={height - boxHeight - head - 38}
        chart={chart}
        words={words}
        size={13}
        most={crop === 'wide' ? 60 : 50}
      />
      <Mark number={marks.chart} x={left + 24} y={head + 62} />
      <OrderWindow
        figures={figures}
        marks={marks}
        x={left + 56}
        y={height - boxHeight - orderSize.height - 46}
        width={orderSize.width}
      />
      <Toolbox figures={figures} marks={marks} width={width} y={height - boxHeight} />
    </g>
  );
}
