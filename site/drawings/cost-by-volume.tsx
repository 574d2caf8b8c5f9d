/** Draws the cost of a month on each account by the traded lots: a line for each account, the cheapest in the strongest colour. */
import type { PaintClass } from './palette.ts';
import { Label, Line } from './pieces.tsx';
import { type DiagramCrop, type Drawn, type VolumeFigures, diagramWidths } from './diagram-figures.ts';
import { Lines, measureLine, wrapText } from './text-lines.tsx';

const plot = 190;
/** The smallest distance between the base lines of two labels. */
const minLabelGap = 38;

interface PanelProps {
  /** The height of the panels' titles. */
  above: number;
  figures: VolumeFigures;
  panel: VolumeFigures['panels'][number];
  x: number;
  y: number;
  width: number;
}

/** Places labels at the ends of lines: each at the height of its line, or higher where it would touch the label below. */
function placeLabels(wanted: readonly number[]): number[] {
  const placed = [...wanted];
  for (let index = placed.length - 2; index >= 0; index -= 1)
    placed[index] = Math.min(placed[index] ?? 0, (placed[index + 1] ?? 0) - minLabelGap);
  return placed;
}

function Panel({
  above,
  figures: { ticks, lots },
  panel: { title, lines, most, mostText, halfText },
  x,
  y,
  width,
}: PanelProps) {
  const labels = 118;
  const inner = width - labels;
  const [top, ground] = [y + above, y + above + plot];
  const level = (amount: number) => Math.round((ground - (amount / most) * plot) * 2) / 2;
  const places = placeLabels(lines.map((line) => level(line.most)));
  return (
    <g>
      <Lines lines={wrapText(title, width, 16, true)} x={x} y={y + 6} size={16} bold />
      {[
        [0.5, halfText],
        [1, mostText],
      ].map(([share, text]) => (
        <g key={text}>
          <Line d={`M${x} ${ground - Number(share) * plot}h${inner}`} />
          <Label x={x} y={ground - Number(share) * plot - 5} size={11} ink="m">
            {text}
          </Label>
        </g>
      ))}
      <Line d={`M${x} ${ground}h${inner}`} ink="M" />
      {ticks.map(({ share, text }) => (
        <Label key={text} x={x + share * inner} y={ground + 20} size={12} ink="m" at={share === 0 ? 'start' : 'middle'}>
          {text}
        </Label>
      ))}
      <Label x={x} y={ground + 40} size={12} ink="m">
        {lots.text}
      </Label>
      {lines.map(({ name, most: end, text, cheapest }, index) => {
        const ink: PaintClass = cheapest ? 'S' : 'M';
        const place = places[index] ?? top;
        return (
          <g key={name}>
            <Line d={`M${x} ${ground}L${x + inner} ${level(end)}`} ink={ink} width={cheapest ? 3.5 : 1.75} />
            <circle cx={x + inner} cy={level(end)} r={cheapest ? 5 : 3.5} className={cheapest ? 's' : 'm'} />
            <Line d={`M${x + inner + 6} ${level(end)}L${x + inner + 13} ${place - 2}`} ink="L" />
            <Label x={x + inner + 16} y={place - 3} size={13} bold ink={cheapest ? 's' : 'i'}>
              {name}
            </Label>
            <Label x={x + inner + 16} y={place + 14} size={13} ink={cheapest ? 's' : 'm'}>
              {text}
            </Label>
          </g>
        );
      })}
    </g>
  );
}

/** The margin, and the gap between the panels. */
const measures = { wide: [40, 56], medium: [20, 24], narrow: [16, 0] } as const;

export function drawCostByVolume(figures: VolumeFigures, crop: DiagramCrop): Drawn {
  const { panels } = figures;
  const [edge, gap] = measures[crop];
  const innerWidth = diagramWidths[crop] - 2 * edge;
  const isBeside = crop !== 'narrow';
  const width = isBeside ? (innerWidth - gap * (panels.length - 1)) / panels.length : innerWidth;
  const rows = Math.max(...panels.map(({ title }) => wrapText(title, width, 16, true).length));
  const above = 22 + rows * measureLine(16);
  const panelHeight = above + plot + 60;
  return {
    height: 44 + (isBeside ? panelHeight : panelHeight * panels.length + 16 * (panels.length - 1)),
    content: (
      <>
        {panels.map((panel, index) => (
          <Panel
            key={panel.title}
            above={above}
            figures={figures}
            panel={panel}
            x={edge + (isBeside ? index * (width + gap) : 0)}
            y={36 + (isBeside ? 0 : index * (panelHeight + 16))}
            width={width}
          />
        ))}
      </>
    ),
  };
}
