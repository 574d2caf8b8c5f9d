/** Draws an index as areas in proportion to shares: the largest members, next to one area for all others. */
import { type Area, Label } from './pieces.tsx';
import { type CompositionFigures, type DiagramCrop, type Drawn, diagramWidths } from './diagram-figures.ts';
import { Lines, measureLine, wrapText, measureWidth } from './text-lines.tsx';

type Part = CompositionFigures['indices'][number]['parts'][number];

/** Places tiles of one width below each other. */
function placeTiles(parts: readonly Part[], area: Area): (Area & { part: Part })[] {
  const total = parts.reduce((sum, { share }) => sum + share, 0);
  let y = area.y;
  return parts.map((part) => {
    const height = (part.share / total) * area.height;
    const tile = { ...area, y, height, part };
    y += height;
    return tile;
  });
}

const gap = 2;

function Tile({ x, y, width, height, size, part: { name, text, rest } }: Area & { part: Part; size: number }) {
  const room = { width: width - gap - 7, height: height - gap };
  const ink = rest ? 'm' : 'n';
  const fitsOneLine = !rest && measureWidth(`${name} ${text}`, size) <= room.width + 4;
  const lines = wrapText(name, room.width, size);
  return (
    <g>
      <rect
        x={x}
        y={y}
        width={Math.max(1, width - gap)}
        height={Math.max(1, height - gap)}
        className={rest ? 't' : 's'}
      />
      {fitsOneLine || room.height < (lines.length + 1) * measureLine(size) ? (
        <Label x={x + 6} y={y + Math.min(measureLine(size) + 5, room.height / 2 + 4)} size={size} ink={ink}>
          {fitsOneLine ? `${name} ${text}` : name}
        </Label>
      ) : (
        <Lines lines={[...lines, text]} x={x + 6} y={y + measureLine(size) + 3} size={size} ink={ink} />
      )}
    </g>
  );
}

/** Sorts the named members by their shares, and sums these shares. */
function sumNamed(parts: readonly Part[]) {
  const named = parts.filter(({ rest }) => !rest).toSorted((one, other) => other.share - one.share);
  const largest = named.reduce((sum, part) => sum + part.share, 0);
  return { named, largest, share: largest / parts.reduce((sum, part) => sum + part.share, 0) };
}

/** Finds the largest size in which all names fit. */
function findSize(parts: readonly Part[], area: Pick<Area, 'width' | 'height'>): number {
  const { named, largest, share } = sumNamed(parts);
  const fits = (size: number) => (part: Part) =>
    measureWidth(`${part.name} ${part.text}`, size) <= area.width * share - 9 &&
    (part.share / largest) * area.height >= size + 6;
  return [15, 14, 13, 12].find((size) => named.every(fits(size))) ?? 11;
}

/** The named members, then one area for the rest. */
function Index({ parts, size, ...area }: Area & { parts: readonly Part[]; size: number }) {
  const { named, share } = sumNamed(parts);
  const width = area.width * share;
  const others = parts.filter(({ rest }) => rest);
  return (
    <g>
      {[
        ...placeTiles(named, { ...area, width }),
        ...placeTiles(others, { ...area, x: area.x + width, width: area.width - width }),
      ].map((tile) => (
        <Tile key={tile.part.name} {...tile} size={size} />
      ))}
    </g>
  );
}

/** The margin, the height of a heading, and that of an index. */
const measures = { wide: [32, 58, 328], medium: [24, 50, 216], narrow: [12, 44, 236] } as const;

export function drawComposition({ indices }: CompositionFigures, crop: DiagramCrop): Drawn {
  const width = diagramWidths[crop];
  const [edge, head, room] = measures[crop];
  const indexWidth =
    crop === 'wide' ? (width - 2 * edge - 28 * (indices.length - 1)) / indices.length : width - 2 * edge;
  const step = head + room;
  // One size for all of them, so that none looks more important.
  const size = Math.min(...indices.map(({ parts }) => findSize(parts, { width: indexWidth + gap, height: room })));
  return {
    height: crop === 'wide' ? step + edge : indices.length * (step + 8) + edge,
    content: (
      <>
        {indices.map(({ symbol, name, parts }, index) => {
          const [x, y] = crop === 'wide' ? [edge + index * (indexWidth + 28), 0] : [edge, index * (step + 8)];
          return (
            <g key={symbol}>
              <Label x={x} y={y + head - 16} size={crop === 'wide' ? 18 : 16} bold>
                {name}
              </Label>
              <Label x={x + indexWidth} y={y + head - 16} size={13} ink="m" at="end">
                {symbol}
              </Label>
              <Index x={x} y={y + head} width={indexWidth + gap} height={room} parts={parts} size={size} />
            </g>
          );
        })}
      </>
    ),
  };
}
