/** The order ticket of WebTrader and app: what is ordered, and what that costs before it is sent. */
import type { Marks, ProductFigures } from './product-figures.ts';
import { BigPrice, Box, Label, Line, Mark } from './pieces.tsx';

interface OrderTicketProps {
  figures: ProductFigures;
  marks: Marks;
  x: number;
  y: number;
  width: number;
  /** Where the numbers of call-outs stand: in the margin beside the lines. */
  markX: number;
  /** Without the choice of an order type, for a phone. */
  compact?: boolean;
}

export function OrderTicket({
  figures: { quotes, ticket, words, account },
  marks,
  x,
  y: top,
  width,
  markX,
  compact = false,
}: OrderTicketProps) {
  const [quote] = quotes;
  const right = x + width;
  const y = compact ? top - 48 : top;
  const title = compact ? 0 : 26;
  const half = (width - 8) / 2;
  const third = width / 3;
  const lines = [
    ['cost', words.costNow, ticket.cost],
    ['margin', words.margin, ticket.margin],
    ['swap', words.swapNight, ticket.swap],
    ['stop', words.lossAtStop, ticket.lossAtStop],
  ] as const;
  return (
    <g>
      <Label x={x} y={top + 18} size={20} bold>
        {quote.symbol}
      </Label>
      <Label x={x} y={top + 38} size={13} ink="m">
        {quote.name}
      </Label>
      <Label x={right} y={top + 18} size={13} ink="m" at="end">
        {`${account.name} · ${account.currency}`}
      </Label>

      <Box x={x} y={top + 54} width={half} height={62} line="C" />
      <Label x={x + half / 2} y={top + 75} size={13} ink="c" bold at="middle">
        {ticket.otherSide}
      </Label>
      <BigPrice price={quote.bid} x={x + half / 2} y={top + 103} ink="c" />
      <Box x={x + half + 8} y={top + 54} width={half} height={62} ink="s" />
      <Label x={x + half * 1.5 + 8} y={top + 75} size={13} ink="n" bold at="middle">
        {ticket.side}
      </Label>
      <BigPrice price={quote.ask} x={x + half * 1.5 + 8} y={top + 103} ink="n" />

      {compact ? null : (
        <>
          <Box x={x} y={y + 130} width={width} height={36} ink="g" />
          <Box x={x + 3} y={y + 133} width={third - 6} height={30} ink="p" line="L" radius={4} />
          {[words.market, words.limit, words.stopOrder].map((name, index) => (
            <Label
              key={name}
              x={x + third * (index + 0.5)}
              y={y + 153}
              size={13}
              ink={index === 0 ? 'i' : 'm'}
              bold={index === 0}
              at="middle"
            >
              {name}
            </Label>
          ))}
        </>
      )}

      <Label x={x} y={y + 190} size={13} ink="m">
        {words.volume}
      </Label>
      <Label x={right} y={y + 190} size={13} ink="m" at="end">
        {ticket.position}
      </Label>
      <Box x={x} y={y + 200} width={width} height={44} line="M" />
      <Line d={`M${x + 44} ${y + 200}v44M${right - 44} ${y + 200}v44`} />
      <Line
        d={`M${x + 16} ${y + 222}h12M${right - 28} ${y + 222}h12M${right - 22} ${y + 216}v12`}
        ink="I"
        width={1.6}
      />
      <Label x={x + width / 2} y={y + 228} size={17} bold at="middle">
        {ticket.lotsText}
      </Label>

      <Label x={x} y={y + 274} size={14}>
        {words.stopLoss}
      </Label>
      <Label x={right} y={y + 274} size={14} bold at="end">
        {ticket.stopPrice}
      </Label>
      <Label x={right} y={y + 292} size={12} ink="m" at="end">
        {ticket.stopDistance}
      </Label>
      <Line d={`M${x} ${y + 304}H${right}`} />
      <Label x={x} y={y + 327} size={14}>
        {words.takeProfit}
      </Label>
      <Label x={right} y={y + 327} size={14} ink="m" at="end">
        {words.none}
      </Label>

      <Box x={x - 12} y={y + 344} width={width + 24} height={148 + title} ink="t" />
      {compact ? null : (
        <Label x={x} y={y + 369} size={12} ink="s" bold>
          {words.beforeSending}
        </Label>
      )}
      {lines.map(([part, name, amount], index) => {
        const line = y + 371 + title + index * 34;
        const isLoss = part === 'stop';
        return (
          <g key={part}>
            {index > 0 ? <Line d={`M${x} ${line - 22}H${right}`} /> : null}
            <Label x={x} y={line} size={compact ? 13 : 14} bold={isLoss}>
              {name}
            </Label>
            <Label x={right} y={line} size={compact ? 13 : 15} ink={isLoss ? 'c' : 'i'} bold at="end">
              {amount}
            </Label>
            <Mark number={marks[part]} x={markX} y={line - 5} />
          </g>
        );
      })}
      <Box x={x} y={y + 508 + title} width={width} height={48} ink="s" />
      <Label x={x + width / 2} y={y + 538 + title} size={16} ink="n" bold at="middle">
        {`${ticket.side} ${ticket.lotsText}`}
      </Label>
      <Mark number={marks.ticket} x={markX} y={top + 12} />
    </g>
  );
}
