/** The pieces of diagrams. Attributes instead of styles: they are shorter, and work wherever the diagram is shown. */
import type { ReactNode } from 'react';
import type { PaintClass } from './palette.ts';

export interface TextProps {
  x: number;
  y: number;
  /** Font size. */
  size?: number;
  ink?: PaintClass;
  bold?: boolean;
  /** Where `x` is in the text. */
  at?: 'start' | 'middle' | 'end';
  children: ReactNode;
}

/** A line of text; `y` is its base line. */
export function Label({ x, y, size = 14, ink = 'i', bold = false, at = 'start', children }: TextProps) {
  return (
    <text
      x={x}
      y={y}
      className={ink}
      fontSize={size}
      fontWeight={bold ? 600 : undefined}
      textAnchor={at === 'start' ? undefined : at}
    >
      {children}
    </text>
  );
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface BoxProps extends Area {
  ink?: PaintClass;
  /** Of the border. */
  line?: PaintClass;
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
export function Line({
  d,
  ink = 'L',
  width = 1,
  dash,
}: {
  d: string;
  ink?: PaintClass;
  width?: number;
  dash?: string;
}) {
  return <path d={d} className={ink} fill="none" strokeWidth={width} strokeDasharray={dash} strokeLinejoin="round" />;
}
