/** Draws the minutesPerDay as a clock of 24 hours: each place is a ring, and the hours that two places share are marked. */
import { Label, Line } from './pieces.tsx';
import { type DiagramCrop, type Drawn, type SessionsFigures, minutesPerDay } from './diagram-figures.ts';
import { Lines, wrapText } from './text-lines.tsx';

interface Centre {
  cx: number;
  cy: number;
}

/** Finds the coordinates of a time on the clock: midnight is at the top. */
function locate({ cx, cy }: Centre, radius: number, minutes: number): string {
  const angle = (minutes / minutesPerDay) * 2 * Math.PI;
  return `${(cx + radius * Math.sin(angle)).toFixed(1)} ${(cy - radius * Math.cos(angle)).toFixed(1)}`;
}

/** Draws a part of a ring. */
function drawSector(centre: Centre, inner: number, outer: number, { from, to }: { from: number; to: number }): string {
  const large = to - from > minutesPerDay / 2 ? 1 : 0;
  return `M${locate(centre, inner, from)}L${locate(centre, outer, from)}A${outer} ${outer} 0 ${large} 1 ${locate(centre, outer, to)}L${locate(centre, inner, to)}A${inner} ${inner} 0 ${large} 0 ${locate(centre, inner, from)}Z`;
}

/** Draws the path of a name along a ring; reversed in the lower half, so that the name is not upside down. */
function drawBaseLine(centre: Centre, radius: number, { from, to }: { from: number; to: number }): string {
  const middle = ((from + to) / 2) % minutesPerDay;
  const below = middle > minutesPerDay / 4 && middle < (minutesPerDay * 3) / 4;
  const [first, last, r] = below ? [to, from, radius + 4.5] : [from, to, radius - 4.5];
  return `M${locate(centre, r, first)}A${r} ${r} 0 ${to - from > minutesPerDay / 2 ? 1 : 0} ${below ? 0 : 1} ${locate(centre, r, last)}`;
}

interface DialProps extends Centre {
  radius: number;
  season: SessionsFigures['seasons'][number];
  utc: string;
  id: string;
}

function Dial({ cx, cy, radius, season: { name, sessions, together }, utc, id }: DialProps) {
  const centre = { cx, cy };
  const innerRadius = radius * 0.36;
  const ringWidth = (radius - innerRadius) / sessions.length;
  const isShared = (from: number, to: number) =>
    together !== null && [0, minutesPerDay].some((later) => from <= together.from + later && to >= together.to + later);
  return (
    <g>
      <circle cx={cx} cy={cy} r={radius} className="g" />
      {together ? (
        <path d={drawSector(centre, innerRadius, radius + 6, together)} className="o" fillOpacity={0.28} />
      ) : null}
      {sessions.map(({ name: place, from, to }, index) => {
        const outer = radius - index * ringWidth - 1.5;
        const path = `${id}-${index}`;
        const strong = isShared(from, to);
        return (
          <g key={place}>
            <path d={drawSector(centre, outer - ringWidth + 3, outer, { from, to })} className={strong ? 's' : 'f'} />
            <path id={path} d={drawBaseLine(centre, outer - ringWidth / 2 + 1.5, { from, to })} fill="none" />
            <text className={strong ? 'n' : 'i'} fontSize={12.5} fontWeight={600} textAnchor="middle">
              <textPath href={`#${path}`} startOffset="50%">
                {place}
              </textPath>
            </text>
          </g>
        );
      })}
      {Array.from({ length: 8 }, (_, index) => index * 180).map((minutes) => (
        <g key={minutes}>
          <Line d={`M${locate(centre, radius, minutes)}L${locate(centre, radius + 6, minutes)}`} ink="M" />
          <text
            className="m"
            fontSize={12}
            textAnchor="middle"
            x={Number(locate(centre, radius + 17, minutes).split(' ')[0])}
            y={Number(locate(centre, radius + 17, minutes).split(' ')[1]) + 4}
          >
            {String(minutes / 60).padStart(2, '0')}
          </text>
        </g>
      ))}
      <Label x={cx} y={cy + 1} size={15} bold at="middle">
        {name}
      </Label>
      <Label x={cx} y={cy + 18} size={12} ink="m" at="middle">
        {utc}
      </Label>
    </g>
  );
}

/** The hours in both seasons, and the instruments that trade most then. */
function Legend({ figures, x, width, y }: { figures: SessionsFigures; x: number; width: number; y: number }) {
  const [winter, summer] = figures.seasons;
  const [first, second] = [x + width - 112, x + width];
  const rows = (winter?.sessions ?? []).map(({ name, hours }, index) => ({
    name,
    winter: hours,
    summer: summer?.sessions[index]?.hours ?? '',
    text: figures.texts[index] ?? '',
  }));
  const row = 62;
  return (
    <g>
      <Label x={first} y={y} size={13} ink="m" at="end">
        {winter?.name}
      </Label>
      <Label x={second} y={y} size={13} ink="m" at="end">
        {summer?.name}
      </Label>
      {rows.map((one, index) => (
        <g key={one.name}>
          <Line d={`M${x} ${y + 14 + index * row}H${x + width}`} />
          <Label x={x} y={y + 37 + index * row} size={15} bold>
            {one.name}
          </Label>
          <Label x={first} y={y + 37 + index * row} at="end">
            {one.winter}
          </Label>
          <Label x={second} y={y + 37 + index * row} at="end">
            {one.summer}
          </Label>
          <Label x={x} y={y + 57 + index * row} size={13} ink="m">
            {one.text}
          </Label>
        </g>
      ))}
      <Line d={`M${x} ${y + 14 + rows.length * row}H${x + width}`} />
      <rect x={x} y={y + 29 + rows.length * row} width={14} height={14} className="o" fillOpacity={0.5} />
      <Lines lines={wrapText(figures.together, width - 24, 14, true)} x={x + 24} y={y + 41 + rows.length * row} bold />
    </g>
  );
}

export function drawSessionClock(figures: SessionsFigures, crop: DiagramCrop): Drawn {
  const { seasons, utc } = figures;
  const radius = { wide: 162, medium: 142, narrow: 122 }[crop];
  const top = 38 + radius;
  const dial = (index: number): Centre =>
    ({
      wide: { cx: 206 + index * 392, cy: 228 },
      medium: { cx: 184 + index * 368, cy: top },
      narrow: { cx: 172, cy: top + index * (2 * radius + 62) },
    })[crop];
  const height = {
    wide: 452,
    medium: 2 * radius + 132,
    narrow: 2 * (2 * radius + 62) + 96,
  }[crop];
  return {
    height,
    content: (
      <>
        {seasons.map((season, index) => (
          <Dial key={season.name} {...dial(index)} radius={radius} season={season} utc={utc} id={`d${index}`} />
        ))}
        {crop === 'wide' ? (
          <Legend figures={figures} x={824} width={344} y={40} />
        ) : (
          <>
            <rect
              x={24}
              y={height - (crop === 'narrow' ? 72 : 50)}
              width={14}
              height={14}
              className="o"
              fillOpacity={0.5}
            />
            <Lines
              lines={wrapText(figures.together, crop === 'medium' ? 660 : 280, 14, true)}
              x={48}
              y={height - (crop === 'narrow' ? 60 : 38)}
              bold
            />
          </>
        )}
      </>
    ),
  };
}
