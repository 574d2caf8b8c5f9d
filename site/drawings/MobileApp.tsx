/** The app on phones, one screen each: prices, chart, ticket, and an open position. A phone's page shows the ticket alone. */
import type { ReactNode } from 'react';
import { OrderTicket } from './OrderTicket.tsx';
import { PriceField } from './PriceField.tsx';
import { Box, Label, Line, Mark, Trend } from './pieces.tsx';
import { type Marks, type ProductCrop, type ProductFigures, drawingSizes } from './product-figures.ts';

interface Screen {
  figures: ProductFigures;
  marks: Marks;
  /** Of the screen's content. */
  x: number;
  width: number;
}

const phone = { width: 288, height: 668, top: 16, inset: 20 };

function Phone({
  x,
  title,
  active,
  words,
  children,
}: {
  x: number;
  title: string;
  active: number;
  words: ProductFigures['words'];
  children: ReactNode;
}) {
  const { width, height, top } = phone;
  const tabs = [words.prices, words.chart, words.order, words.account];
  return (
    <g>
      <Box x={x} y={top} width={width} height={height} ink="p" line="M" radius={40} />
      <Box x={x + width / 2 - 34} y={top + 12} width={68} height={18} ink="i" radius={9} />
      <Label x={x + 24} y={top + 62} size={19} bold>
        {title}
      </Label>
      {children}
      <Line d={`M${x} ${top + height - 62}h${width}`} />
      {tabs.map((name, index) => (
        <Label
          key={name}
          x={x + width * ((index + 0.5) / 4) + (index === 0 ? 4 : index === 3 ? -4 : 0)}
          y={top + height - 34}
          size={12}
          ink={index === active ? 's' : 'm'}
          bold={index === active}
          at="middle"
        >
          {name}
        </Label>
      ))}
      <Box x={x + width / 2 - 45} y={top + height - 14} width={90} height={4} ink="i" radius={2} />
    </g>
  );
}

function Prices({ figures: { quotes }, marks, x, width }: Screen) {
  const row = 68;
  return (
    <g>
      {quotes.slice(0, 7).map(({ symbol, bid, ask, change, closes }, index) => {
        const y = phone.top + 82 + index * row;
        return (
          <g key={symbol}>
            <Line d={`M${x} ${y}h${width}`} />
            <Label x={x} y={y + 30} size={16} bold>
              {symbol}
            </Label>
            {change ? (
              <Label x={x} y={y + 51} size={13} ink={change.falls ? 'c' : 's'}>
                {change.text}
              </Label>
            ) : null}
            <Trend values={closes} x={x + 88} y={y + 22} width={56} height={26} ink="M" />
            <Label x={x + width} y={y + 30} size={16} at="end">
              {bid}
            </Label>
            <Label x={x + width} y={y + 51} size={16} at="end">
              {ask}
            </Label>
          </g>
        );
      })}
      <Mark number={marks['watch-list']} x={x + width + phone.inset + 4} y={phone.top + 56} />
    </g>
  );
}

function Chart({ figures: { chart, quotes, ticket, words }, marks, x, width }: Screen) {
  const [quote] = quotes;
  const half = (width - 8) / 2;
  return (
    <g>
      <Label x={x} y={phone.top + 106} size={26} bold>
        {quote.ask}
      </Label>
      {quote.change ? (
        <Label x={x + width} y={phone.top + 106} size={15} ink={quote.change.falls ? 'c' : 's'} bold at="end">
          {quote.change.text}
        </Label>
      ) : null}
      <PriceField
        x={x - 12}
        y={phone.top + 128}
        width={width + 24}
        height={360}
        chart={chart}
        words={words}
        most={26}
        scale={74}
      />
      <Box x={x} y={phone.top + 524} width={half} height={52} line="C" />
      <Label x={x + half / 2} y={phone.top + 546} size={13} ink="c" bold at="middle">
        {ticket.otherSide}
      </Label>
      <Label x={x + half / 2} y={phone.top + 566} size={15} ink="c" bold at="middle">
        {quote.bid}
      </Label>
      <Box x={x + half + 8} y={phone.top + 524} width={half} height={52} ink="s" />
      <Label x={x + half * 1.5 + 8} y={phone.top + 546} size={13} ink="n" bold at="middle">
        {ticket.side}
      </Label>
      <Label x={x + half * 1.5 + 8} y={phone.top + 566} size={15} ink="n" bold at="middle">
        {quote.ask}
      </Label>
      <Mark number={marks.chart} x={x + width + phone.inset + 4} y={phone.top + 56} />
    </g>
  );
}

function Account({ figures: { account, position, words }, marks, x, width }: Screen) {
  const lines = [
    [words.equity, account.equity],
    [words.balance, account.balance],
    [words.margin, account.margin],
    [words.freeMargin, account.freeMargin],
  ] as const;
  return (
    <g>
      <Label x={x + width} y={phone.top + 62} size={13} ink="m" at="end">
        {`${words.demo} · ${account.name}`}
      </Label>
      <Box x={x} y={phone.top + 84} width={width} height={92} ink="t" />
      <Label x={x + 16} y={phone.top + 112} size={14} ink="s">
        {words.marginLevel}
      </Label>
      <Label x={x + 16} y={phone.top + 154} size={30} ink="s" bold>
        {account.marginLevel}
      </Label>
      {lines.map(([name, value], index) => (
        <g key={name}>
          <Label x={x} y={phone.top + 212 + index * 36} size={14} ink="m">
            {name}
          </Label>
          <Label x={x + width} y={phone.top + 212 + index * 36} size={15} bold at="end">
            {value}
          </Label>
          <Line d={`M${x} ${phone.top + 224 + index * 36}h${width}`} />
        </g>
      ))}
      {position ? (
        <g>
          <Label x={x} y={phone.top + 374} size={14} bold>
            {words.positions}
          </Label>
          <Box x={x} y={phone.top + 388} width={width} height={144} line="L" />
          <Label x={x + 16} y={phone.top + 418} size={16} bold>
            {position.symbol}
          </Label>
          <Label x={x + width - 16} y={phone.top + 418} size={16} ink={position.falls ? 'c' : 's'} bold at="end">
            {position.result}
          </Label>
          <Label x={x + 16} y={phone.top + 440} size={13} ink="m">
            {`${position.side} ${position.lots}`}
          </Label>
          {(
            [
              [words.openPrice, position.openPrice],
              [words.price, position.price],
              [words.swap, position.swap],
            ] as const
          ).map(([name, value], index) => (
            <g key={name}>
              <Label x={x + 16} y={phone.top + 468 + index * 24} size={13} ink="m">
                {name}
              </Label>
              <Label x={x + width - 16} y={phone.top + 468 + index * 24} size={13} at="end">
                {value}
              </Label>
            </g>
          ))}
        </g>
      ) : null}
      <Mark number={marks.account} x={x + width + phone.inset + 4} y={phone.top + 56} />
    </g>
  );
}

const phones: Record<ProductCrop, readonly number[]> = { wide: [0, 1, 2, 3], medium: [1, 2], narrow: [2] };

export function MobileApp({ figures, crop, marks }: { figures: ProductFigures; crop: ProductCrop; marks: Marks }) {
  const { words, quotes } = figures;
  const { width } = drawingSizes.app[crop];
  const shown = phones[crop];
  const gap = Math.min(48, (width - shown.length * phone.width) / (shown.length + 1));
  const start = (width - shown.length * phone.width - (shown.length - 1) * gap) / 2;
  const titles = [words.prices, quotes[0].symbol, words.order, words.account];
  return (
    <g>
      {shown.map((screen, index) => {
        const x = Math.round(start + index * (phone.width + gap));
        const inside = { figures, marks, x: x + phone.inset + 4, width: phone.width - 2 * phone.inset - 8 };
        return (
          <Phone key={screen} x={x} title={titles[screen] ?? ''} active={screen} words={words}>
            {screen === 0 ? <Prices {...inside} /> : null}
            {screen === 1 ? <Chart {...inside} /> : null}
            {screen === 2 ? (
              <g transform={`translate(0 ${phone.top + 86})`}>
                <OrderTicket {...inside} y={0} markX={x} compact />
              </g>
            ) : null}
            {screen === 3 ? <Account {...inside} /> : null}
          </Phone>
        );
      })}
    </g>
  );
}
