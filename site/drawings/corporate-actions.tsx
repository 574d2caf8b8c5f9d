/** Draws the effect of a dividend and of a split on a position: the dividend as steps of money, the split as two areas of equal size. */
import type { PaintClass } from './palette.ts';
import { type Area, Label, Line } from './pieces.tsx';
import { type CorporateFigures, type DiagramCrop, type Drawn, diagramWidths } from './diagram-figures.ts';
import { Lines, measureLine, wrapText } from './text-lines.tsx';

type Panel = Omit<Area, 'height'>;

type Side = CorporateFigures['dividend']['sides'][number];

const chooseInk = (amount: number): PaintClass => (amount < 0 ? 'c' : 's');
const labelSize = 12;
/** The gap between the labels of neighbouring bars, so that nobody reads them as one. */
const gutter = 16;

/** Measures the labels below a plot. */
function measureLabels(sides: readonly Side[], width: number): number {
  const rows = sides.flatMap(({ steps, left }) =>
    [...steps, left].map(({ label }) => wrapText(label, width / (steps.length + 1) - gutter, labelSize).length),
  );
  return Math.max(...rows) * measureLine(labelSize);
}

/** Bars from zero, each of which begins where the bar before it ends; the last bar is the remainder. */
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
              className={index === steps.length ? 'i' : chooseInk(amount)}
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

/** Draws title and text above a panel, and measures their height. */
function drawHead({ title, text, x, y, width }: Panel & { title: string; text: string }): Drawn {
  const [titleLines, textLines] = [wrapText(title, width, 17, true), wrapText(text, width, 13)];
  const below = titleLines.length * measureLine(17);
  return {
    height: below + textLines.length * measureLine(13) + 12,
    content: (
      <>
        <Lines lines={titleLines} x={x} y={y} size={17} bold />
        <Lines lines={textLines} x={x} y={y + below} size={13} ink="m" />
      </>
    ),
  };
}

function drawDividend(dividend: CorporateFigures['dividend'], panel: Panel, isBeside: boolean): Drawn {
  const { x, y, width } = panel;
  const plot = isBeside ? 190 : 130;
  const sideWidth = isBeside ? (width - 24) / 2 : width;
  const maxAmount = Math.max(...dividend.sides.flatMap(({ steps }) => steps.map(({ amount }) => Math.abs(amount))));
  const scale = (plot / 2 - 20) / maxAmount;
  const head = drawHead({ ...panel, title: dividend.title, text: dividend.text });
  const sideHeight = 34 + plot + 22 + measureLabels(dividend.sides, sideWidth) + 12;
  return {
    height: head.height + (isBeside ? sideHeight : sideHeight * dividend.sides.length),
    content: (
      <>
        {head.content}
        {dividend.sides.map((side, index) => (
          <Steps
            key={side.name}
            side={side}
            plot={plot}
            scale={scale}
            x={isBeside ? x + index * (sideWidth + 24) : x}
            y={y + head.height + (isBeside ? 0 : index * sideHeight)}
            width={sideWidth}
          />
        ))}
      </>
    ),
  };
}

function drawSplit({ title, text, before, after, value }: CorporateFigures['split'], panel: Panel): Drawn {
  const { x, y, width } = panel;
  const plot = 190;
  const gap = 40;
  const shareWidth = (width - gap) / (before.shares + after.shares);
  const priceHeight = plot / Math.max(before.price, after.price);
  const head = drawHead({ ...panel, title, text });
  const ground = y + head.height + 34 + plot;
  return {
    height: head.height + 34 + plot + 64 + wrapText(value, width, 13, true).length * measureLine(13),
    content: (
      <>
        {head.content}
        {[before, after].map((side, index) => {
          const left = index === 0 ? x : x + before.shares * shareWidth + gap;
          const [sideWidth, sideHeight] = [side.shares * shareWidth, side.price * priceHeight];
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

export function drawCorporateActions({ dividend, split }: CorporateFigures, crop: DiagramCrop): Drawn {
  const [edge, gap] = measures[crop];
  const innerWidth = diagramWidths[crop] - 2 * edge;
  const isBeside = crop === 'wide';
  const width = isBeside ? (innerWidth - gap) / 2 : innerWidth;
  const first = drawDividend(dividend, { x: edge, y: 46, width }, crop !== 'narrow');
  const at = isBeside ? { x: edge + width + gap, y: 46 } : { x: edge, y: 46 + first.height + 46 };
  const second = drawSplit(split, { ...at, width });
  const height = isBeside ? 46 + Math.max(first.height, second.height) : at.y + second.height + 8;
  return {
    height,
    content: (
      <>
        {first.content}
        {second.content}
        <Line d={isBeside ? `M${edge + width + gap / 2} 32V${height - 32}` : `M${edge} ${at.y - 34}h${width}`} />
      </>
    ),
  };
}
