/** Draws a week of publications: a column for each day with the hours of the market; on a phone, a row for each day. */
import { Box, Label, Line } from './pieces.tsx';
import { type DiagramCrop, type Drawn, type ReleasesFigures, diagramWidths, minutesPerDay } from './diagram-figures.ts';
import { Lines, measureLine, wrapText } from './text-lines.tsx';

type Day = ReleasesFigures['days'][number];

/** Places the texts of a column: at their time, or below the text before. */
function placeTexts<Item extends { at: number; lines: number }>(items: readonly Item[], y: (at: number) => number) {
  let free = 0;
  return items.map((item) => {
    const top = Math.max(y(item.at), free);
    free = top + item.lines * measureLine(13) + measureLine(12) + 10;
    return { ...item, top };
  });
}

interface ColumnProps {
  day: Day;
  /** The first hour that is drawn, in minutes. */
  start: number;
  /** Whether there is room for the text about a publication's effect. */
  detailed: boolean;
  x: number;
  top: number;
  width: number;
  height: number;
}

function Column({ day: { name, open, releases }, start, detailed, x, top, width, height }: ColumnProps) {
  const y = (minutes: number) => top + ((Math.max(minutes, start) - start) / (minutesPerDay - start)) * height;
  const texts = releases.map((release) => ({
    ...release,
    nameLines: wrapText(release.name, width - 34, 13, true),
    effectLines: detailed && release.text ? wrapText(release.text, width - 34, 12) : [],
  }));
  const shown = placeTexts(
    texts.map((text) => ({ ...text, lines: text.nameLines.length + text.effectLines.length })),
    y,
  );
  return (
    <g>
      <Label x={x} y={top - 16} size={15} bold>
        {name}
      </Label>
      <Box x={x} y={top} width={width} height={height} ink="g" radius={4} />
      {open
        .filter(({ to }) => to > start)
        .map(({ from, to }) => (
          <rect key={from} x={x} y={y(from)} width={6} height={y(to) - y(from)} className="s" fillOpacity={0.75} />
        ))}
      {shown.map(({ name: what, at, nameLines, effectLines, winter, summer, top: textTop }) => (
        <g key={what}>
          <Line d={`M${x + 6} ${y(at)}h10L${x + 22} ${textTop + 2}`} ink="O" width={2} />
          <circle cx={x + 3} cy={y(at)} r={7} className="o" />
          <Lines lines={nameLines} x={x + 26} y={textTop + 5} size={13} bold />
          <Label x={x + 26} y={textTop + 6 + nameLines.length * measureLine(13)} size={12} ink="m">
            {`${winter} / ${summer}`}
          </Label>
          <Lines
            lines={effectLines}
            x={x + 26}
            y={textTop + 6 + nameLines.length * measureLine(13) + measureLine(12)}
            size={12}
            ink="m"
          />
        </g>
      ))}
    </g>
  );
}

function Legend({ figures, x, y, width }: { figures: ReleasesFigures; x: number; y: number; width: number }) {
  return (
    <g>
      <rect x={x} y={y - 12} width={6} height={16} className="s" fillOpacity={0.75} />
      <Lines lines={wrapText(figures.openText, width - 20, 13)} x={x + 16} y={y} size={13} ink="m" />
    </g>
  );
}

/** The margins left and right, the gap between days, and the height of a day. */
const measures = { wide: [86, 32, 16, 356], medium: [58, 20, 8, 360] } as const;

function drawColumns(figures: ReleasesFigures, crop: 'wide' | 'medium'): Drawn {
  const { days, utc } = figures;
  const width = diagramWidths[crop];
  const [left, edge, gap, height] = measures[crop];
  const columnWidth = (width - left - edge - gap * (days.length - 1)) / days.length;
  const top = 62;
  const earliest = Math.min(...days.flatMap(({ releases }) => releases.map(({ at }) => at)));
  // Leaves out the hours before the first publication, in steps of six hours.
  const start = Math.max(0, Math.floor((earliest - 60) / 360) * 360);
  const hours = [0, 3, 6, 9, 12, 15, 18, 21, 24].filter((hour) => hour * 60 >= start);
  return {
    height: top + height + 58,
    content: (
      <>
        <Label x={left - 12} y={top - 16} size={12} ink="m" at="end">
          {utc}
        </Label>
        {hours.map((hour) => (
          <Label
            key={hour}
            x={left - 12}
            y={top + ((hour * 60 - start) / (minutesPerDay - start)) * height + 4}
            size={12}
            ink="m"
            at="end"
          >
            {`${String(hour).padStart(2, '0')}:00`}
          </Label>
        ))}
        {days.map((one, index) => (
          <Column
            key={one.name}
            day={one}
            start={start}
            detailed={crop === 'wide'}
            x={left + index * (columnWidth + gap)}
            top={top}
            width={columnWidth}
            height={height}
          />
        ))}
        <Legend figures={figures} x={left} y={top + height + 34} width={width - left - edge} />
      </>
    ),
  };
}

function drawRows(figures: ReleasesFigures): Drawn {
  const [x, width] = [16, diagramWidths.narrow - 32];
  const toX = (minutes: number) => x + (minutes / minutesPerDay) * width;
  let y = 40;
  const rows = figures.days.map((one) => {
    const top = y;
    y += 44 + one.releases.length * 40;
    return { ...one, top };
  });
  return {
    height: y + 44,
    content: (
      <>
        {['00', '06', '12', '18', '24'].map((hour, index) => (
          <Label
            key={hour}
            x={toX(index * 360)}
            y={20}
            size={11}
            ink="m"
            at={index === 0 ? 'start' : index === 4 ? 'end' : 'middle'}
          >
            {hour}
          </Label>
        ))}
        {rows.map(({ name, top, open, releases }) => (
          <g key={name}>
            <Label x={x} y={top} size={14} bold>
              {name}
            </Label>
            <rect x={x} y={top + 9} width={width} height={8} className="g" />
            {open.map(({ from, to }) => (
              <rect
                key={from}
                x={toX(from)}
                y={top + 9}
                width={toX(to) - toX(from)}
                height={8}
                className="s"
                fillOpacity={0.75}
              />
            ))}
            {releases.map((release, index) => (
              <g key={release.name}>
                <circle cx={toX(release.at)} cy={top + 13} r={7} className="o" />
                <Label x={x} y={top + 38 + index * 40} size={13} bold>
                  {release.name}
                </Label>
                <Label x={x} y={top + 55 + index * 40} size={12} ink="m">
                  {`${release.winter} / ${release.summer}`}
                </Label>
              </g>
            ))}
          </g>
        ))}
        <Legend figures={figures} x={x} y={y + 8} width={width} />
      </>
    ),
  };
}

export function drawReleaseWeek(figures: ReleasesFigures, crop: DiagramCrop): Drawn {
  return crop === 'narrow' ? drawRows(figures) : drawColumns(figures, crop);
}
