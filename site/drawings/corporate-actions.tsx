/** Draws the effect of a dividend and of a split on a position: the dividend as steps of money, the split as two areas of equal size. */
import type { Ink } from './palette.ts';
import { Label, Line } from './pieces.tsx';
import { type CorporateFigures, type DiagramCrop, type Drawn, diagramWidths } from './diagram-figures.ts';
import { Lines, lineHeight, wrapText } from './text-lines.tsx';

interface Panel {
  x: number;
  y: number;
  width: number;
}

type Side = CorporateFigures['dividend']['sides'][number];

const ink = (amount: number): Ink => (amount < 0 ? 'c' : 's');
const labelSize = 12;
/** Between the labels of neighbouring bars, so that they are not read as one. */
const gutter = 16;

/** Room below a plot for its labels. */
function labelRoom(sides: readonly Side[], width: number): number {
  const rows = sides.flatMap(({ steps, left }) =>
    [...steps, left].map(({ label }) => wrapText(label, width / (steps.length + 1) - gutter, labelSize).length),
  );
  return Math.max(...rows) * lineHeight(labelSize);
}

/** Steps from zero, each beginning where the one before has ended; the last bar is what is left. */
function Steps({
  side: { name, steps, left },
  x,
  y,
  width,
  plot,
  scale,
}: Panel & { side: Side; plot: number; scale: number }) {
  const slot = width / (steps.length + 1);
  const bar = Math.min(46, slot * 0.6);
  const zero = y + 34 + plot / 2;
  const level = (amount: number) => zero - amount * scale;
  let sum = 0;
  const bars = [...steps, left].map((step, index) => {
    const from = index === steps.length ? 0 : sum;
    const to = index === steps.length ? step.amount : sum + step.amount;
    sum = to;
    return { ...step, from, to, at: x + index * slot };
  });
  return (
    <g>
      <Label x={x} y={y + 12} size={15} bold>
        {name}
      </Label>
      <Line d={`M${x} ${zero}h${width}`} ink="M" />
      {bars.map(({ label, text, amount, from, to, at }, index) => {
        const [top, bottom] = [Math.min(level(from), level(to)), Math.max(level(from), level(to))];
        const beyond = level(to) < level(from) ? top - 7 : bottom + 16;
        return (
          <g key={label}>
            <rect
              x={at}
              y={top}
              width={bar}
              height={Math.max(2, bottom - top)}
              className={index === steps.length ? 'i' : ink(amount)}
            />
            <Label x={at} y={index === steps.length && amount === 0 ? zero - 7 : beyond} size={13} bold>
              {text}
            </Label>
            <Lines
              lines={wrapText(label, slot - gutter, labelSize)}
              x={at}
              y={y + 34 + plot + 22}
              size={labelSize}
              ink="m"
            />
          </g>
        );
      })}
    </g>
  );
}

/** Title and text above a panel, with their height. */
function head({ title, text, x, y, width }: Panel & { title: string; text: string }): Drawn {
  const [titleLines, textLines] = [wrapText(title, width, 17, true), wrapText(text, width, 13)];
  const below = titleLines.length * lineHeight(17);
  return {
    height: below + textLines.length * lineHeight(13) + 12,
    content: (
      <>
        <Lines lines={titleLines} x={x} y={y} size={17} bold />
        <Lines lines={textLines} x={x} y={y + below} size={13} ink="m" />
      </>
    ),
  };
}

function dividendPanel(dividend: CorporateFigures['dividend'], panel: Panel, beside: boolean): Drawn {
  const { x, y, width } = panel;
  const plot = beside ? 190 : 130;
  const own = beside ? (width - 24) / 2 : width;
  const most = Math.max(...dividend.sides.flatMap(({ steps }) => steps.map(({ amount }) => Math.abs(amount))));
  const scale = (plot / 2 - 20) / most;
  const above = head({ ...panel, title: dividend.title, text: dividend.text });
  const each = 34 + plot + 22 + labelRoom(dividend.sides, own) + 12;
  return {
    height: above.height + (beside ? each : each * dividend.sides.length),
    content: (
      <>
        {above.content}
        {dividend.sides.map((side, index) => (
          <Steps
            key={side.name}
            side={side}
            plot={plot}
            scale={scale}
            x={beside ? x + index * (own + 24) : x}
            y={y + above.height + (beside ? 0 : index * each)}
            width={own}
          />
        ))}
      </>
    ),
  };
}

function splitPanel({ title, text, before, after, value }: CorporateFigures['split'], panel: Panel): Drawn {
  const { x, y, width } = panel;
  const plot = 190;
  const gap = 40;
  const wide = (width - gap) / (before.shares + after.shares);
  const tall = plot / Math.max(before.price, after.price);
  const above = head({ ...panel, title, text });
  const ground = y + above.height + 34 + plot;
  return {
    height: above.height + 34 + plot + 64 + wrapText(value, width, 13, true).length * lineHeight(13),
    content: (
      <>
        {above.content}
        {[before, after].map((side, index) => {
          const left = index === 0 ? x : x + before.shares * wide + gap;
          const [sideWidth, sideHeight] = [side.shares * wide, side.price * tall];
          return (
            <g key={side.name}>
              <rect
                x={left}
                y={ground - sideHeight}
                width={sideWidth}
                height={sideHeight}
                className={index === 0 ? 'f' : 's'}
              />
              <Label x={left} y={ground - sideHeight - 10} size={14} bold>
                {side.priceText}
              </Label>
              <Label x={left} y={ground + 20} size={13} bold>
                {side.sharesText}
              </Label>
              <Label x={left} y={ground + 38} size={12} ink="m">
                {side.name}
              </Label>
            </g>
          );
        })}
        <Line d={`M${x} ${ground}h${width}`} ink="M" />
        <Lines lines={wrapText(value, width, 13, true)} x={x} y={ground + 64} size={13} bold />
      </>
    ),
  };
}

/** The margin, and the gap between the panels. */
const measures = { wide: [36, 64], medium: [20, 36], narrow: [16, 0] } as const;

export function corporateActions({ dividend, split }: CorporateFigures, crop: DiagramCrop): Drawn {
  const [edge, gap] = measures[crop];
  const whole = diagramWidths[crop] - 2 * edge;
  const beside = crop === 'wide';
  const width = beside ? (whole - gap) / 2 : whole;
  const first = dividendPanel(dividend, { x: edge, y: 46, width }, crop !== 'narrow');
  const at = beside ? { x: edge + width + gap, y: 46 } : { x: edge, y: 46 + first.height + 46 };
  const second = splitPanel(split, { ...at, width });
  const height = beside ? 46 + Math.max(first.height, second.height) : at.y + second.height + 8;
  return {
    height,
    content: (
      <>
        {first.content}
        {second.content}
        <Line d={beside ? `M${edge + width + gap / 2} 32V${height - 32}` : `M${edge} ${at.y - 34}h${width}`} />
      </>
    ),
  };
}
