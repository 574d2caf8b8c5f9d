/** What drawings are made of. Attributes, not styles: they are shorter, and hold wherever the drawing is shown. */
import type { ReactNode } from 'react';
import type { Ink } from './palette.ts';

interface TextProps {
  x: number;
  y: number;
  /** Font size. */
  size?: number;
  ink?: Ink;
  bold?: boolean;
  /** Where `x` is in the text. */
  at?: 'start' | 'middle' | 'end';
  /** Keeps a text legible on lines. */
  halo?: boolean;
  children: ReactNode;
}

/** A line of text; `y` is its base line. */
export function Label({ x, y, size = 14, ink = 'i', bold = false, at = 'start', halo = false, children }: TextProps) {
  return (
    <text
      x={x}
      y={y}
      className={halo ? `${ink} P` : ink}
      strokeWidth={halo ? 5 : undefined}
      strokeLinejoin={halo ? 'round' : undefined}
      paintOrder={halo ? 'stroke' : undefined}
      fontSize={size}
      fontWeight={bold ? 600 : undefined}
      textAnchor={at === 'start' ? undefined : at}
    >
      {children}
    </text>
  );
}

interface BoxProps {
  x: number;
  y: number;
  width: number;
  height: number;
  ink?: Ink;
  /** Of the border. */
  line?: Ink;
  radius?: number;
}

export function Box({ x, y, width, height, ink, line, radius = 6 }: BoxProps) {
  return (
    <rect
      x={x}
      y={y}
      width={width}
      height={height}
      rx={radius || undefined}
      className={[ink, line].filter(Boolean).join(' ')}
      fill={ink ? undefined : 'none'}
    />
  );
}

/** One or several lines as a path. */
export function Line({ d, ink = 'L', width = 1, dash }: { d: string; ink?: Ink; width?: number; dash?: string }) {
  return <path d={d} className={ink} fill="none" strokeWidth={width} strokeDasharray={dash} strokeLinejoin="round" />;
}

/** The number of a call-out; nothing where there is none. */
export function Mark({ number, x, y }: { number: number | undefined; x: number; y: number }) {
  if (number === undefined) return null;
  return (
    <g>
      <circle cx={x} cy={y} r={14} className="p" />
      <circle cx={x} cy={y} r={12} className="i" />
      <Label x={x} y={y + 5} size={14} ink="p" bold at="middle">
        {number}
      </Label>
    </g>
  );
}

/** A price with its last two digits large, as on the buttons of a ticket. */
export function BigPrice({ price, x, y, ink }: { price: string; x: number; y: number; ink: Ink }) {
  return (
    <text x={x} y={y} className={ink} fontSize={17} fontWeight={600} textAnchor="middle">
      {price.slice(0, -2)}
      <tspan fontSize={24}>{price.slice(-2)}</tspan>
    </text>
  );
}

/** A small line of values without axes. */
export function Trend({
  values,
  x,
  y,
  width,
  height,
  ink,
}: Omit<BoxProps, 'line' | 'ink'> & { values: readonly number[]; ink: Ink }) {
  if (values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, index) => {
    const across = x + (index / (values.length - 1)) * width;
    return `${Math.round(across)} ${Math.round((y + (1 - (value - low) / (high - low || 1)) * height) * 2) / 2}`;
  });
  return <Line d={`M${points.join(' ')}`} ink={ink} width={1.5} />;
}
