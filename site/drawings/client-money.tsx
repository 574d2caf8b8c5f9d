/** Draws the path of a client's money: the client, the bank's account for clients, the company, and the barrier before its creditors. */
import type { PaintClass } from './palette.ts';
import { type Area, Box, Line } from './pieces.tsx';
import { type DiagramCrop, type Drawn, type MoneyFigures, diagramWidths } from './diagram-figures.ts';
import { Lines, measureLine, wrapText } from './text-lines.tsx';

type Node = MoneyFigures['nodes']['client'];

function Station({ node, x, y, width, height, strong = false }: Area & { node: Node; strong?: boolean }) {
  const label = wrapText(node.label, width - 36, 16, true);
  const [title, text]: [PaintClass, PaintClass] = strong ? ['n', 'n'] : ['i', 'm'];
  return (
    <g>
      <Box
        x={x}
        y={y}
        width={width}
        height={height}
        ink={strong ? 's' : 'g'}
        {...(strong ? {} : { line: 'L' as const })}
      />
      <Lines lines={label} x={x + 18} y={y + 32} size={16} ink={title} bold />
      <Lines
        lines={wrapText(node.text, width - 36, 13)}
        x={x + 18}
        y={y + 34 + label.length * measureLine(16)}
        size={13}
        ink={text}
      />
    </g>
  );
}

function Text({ node, x, y, width }: { node: Node; x: number; y: number; width: number }) {
  const label = wrapText(node.label, width, 14, true);
  return (
    <>
      <Lines lines={label} x={x} y={y} size={14} bold />
      <Lines lines={wrapText(node.text, width, 12)} x={x} y={y + label.length * measureLine(14)} size={12} ink="m" />
    </>
  );
}

/** Measures the height of an arrow's text. */
function measureText({ label, text }: Node, width: number): number {
  return wrapText(label, width, 14, true).length * measureLine(14) + wrapText(text, width, 12).length * measureLine(12);
}

/** An arrow with its text above it, or next to it when the arrow is vertical. */
function Arrow({
  node,
  from,
  to,
  width,
  barred = false,
  ink = 'S',
}: {
  node: Node;
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
  /** The width for the text. */
  width: number;
  barred?: boolean;
  ink?: PaintClass;
}) {
  const [[x1, y1], [x2, y2]] = [from, to];
  const level = y1 === y2;
  const head = level
    ? `M${x2 - Math.sign(x2 - x1) * 9} ${y2 - 6}L${x2} ${y2}l${-Math.sign(x2 - x1) * 9} 6`
    : `M${x2 - 6} ${y2 - Math.sign(y2 - y1) * 9}L${x2} ${y2}l6 ${-Math.sign(y2 - y1) * 9}`;
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const rows = measureText(node, width);
  const start = level ? y1 - rows + 2 : my - rows / 2 + 12;
  const x = level ? Math.min(x1, x2) + 4 : mx + 20;
  return (
    <g>
      <Line d={`M${x1} ${y1}L${x2} ${y2}`} ink={ink} width={2.5} {...(barred ? { dash: '5 5' } : {})} />
      <Line d={head} ink={ink} width={2.5} />
      {barred ? <Line d={`M${mx - 9} ${my - 9}l18 18M${mx + 9} ${my - 9}l-18 18`} ink="C" width={3.5} /> : null}
      <Text node={node} x={x} y={start} width={width} />
    </g>
  );
}

function drawAcross({ nodes, ways }: MoneyFigures): Drawn {
  const [edge, box] = [36, 264];
  const whole = diagramWidths.wide;
  const span = (whole - 2 * edge - 3 * box) / 2;
  const y = 40;
  const x = (index: number) => edge + index * (box + span);
  const gap = 10;
  // The text of each arrow decides its distance from the one above.
  const first = y + Math.max(76, measureText(ways.deposit, span - 2 * gap) + 8);
  const second = first + Math.max(98, measureText(ways.withdrawal, span - 2 * gap) + 20);
  const height = Math.max(186, second - y + 12);
  const below = y + height;
  const depth = 86;
  return {
    height: below + 118 + depth + 30,
    content: (
      <>
        <Station node={nodes.client} x={x(0)} y={y} width={box} height={height} />
        <Station node={nodes.bank} x={x(1)} y={y} width={box} height={height} strong />
        <Station node={nodes.company} x={x(2)} y={y} width={box} height={height} />
        <Arrow node={ways.deposit} from={[x(0) + box + gap, first]} to={[x(1) - gap, first]} width={span - 2 * gap} />
        <Arrow
          node={ways.withdrawal}
          from={[x(1) - gap, second]}
          to={[x(0) + box + gap, second]}
          width={span - 2 * gap}
        />
        <Arrow
          node={ways.result}
          from={[x(1) + box + gap, y + 112]}
          to={[x(2) - gap, y + 112]}
          width={span - 2 * gap}
          ink="O"
        />
        <Station node={nodes.creditors} x={x(1)} y={below + 118} width={x(2) + box - x(1)} height={depth} />
        <Arrow
          node={ways.barred}
          from={[x(1) + box / 2, below + 118 - gap]}
          to={[x(1) + box / 2, below + gap]}
          width={x(2) - x(1) - box / 2 + box * 0.3}
          ink="C"
          barred
        />
      </>
    ),
  };
}

function drawDown({ nodes, ways }: MoneyFigures, crop: 'medium' | 'narrow'): Drawn {
  const [edge, whole] = [crop === 'medium' ? 24 : 14, diagramWidths[crop]];
  const width = whole - 2 * edge;
  // The creditors' path goes past the company to the bank.
  const lane = 44;
  const returnX = crop === 'medium' ? 320 : 142;
  const widths = {
    deposit: returnX - 36,
    withdrawal: width - returnX - 24,
    result: width - lane - 40,
    barred: width - lane - 20,
  };
  const measure = (...names: (keyof typeof widths)[]) =>
    Math.max(92, ...names.map((name) => measureText(ways[name], widths[name]) + 34));
  let y = 14;
  const place = (node: Node, way: number, size = width) => {
    const rows = wrapText(node.label, size - 36, 16, true).length * measureLine(16);
    const height = rows + wrapText(node.text, size - 36, 13).length * measureLine(13) + 34;
    const spot = { x: edge, y, width: size, height, node, below: [y + height + 8, y + height + way - 8] as const };
    y += height + way;
    return spot;
  };
  const { below: first, ...client } = place(nodes.client, measure('deposit', 'withdrawal'));
  const { below: second, ...bank } = place(nodes.bank, measure('result'));
  const { below: third, ...company } = place(nodes.company, measure('barred'), width - lane);
  const { below: _, ...creditors } = place(nodes.creditors, 0);
  const back = edge + returnX;
  const x = edge + width - lane / 2;
  const middle = (second[0] + third[1]) / 2;
  return {
    height: y + 14,
    content: (
      <>
        <Station {...client} />
        <Station {...bank} strong />
        <Station {...company} />
        <Station {...creditors} />
        <Arrow node={ways.deposit} from={[edge + 14, first[0]]} to={[edge + 14, first[1]]} width={widths.deposit} />
        <Arrow node={ways.withdrawal} from={[back, first[1]]} to={[back, first[0]]} width={widths.withdrawal} />
        <Arrow
          node={ways.result}
          from={[edge + 14, second[0]]}
          to={[edge + 14, second[1]]}
          width={widths.result}
          ink="O"
        />
        <Line d={`M${x} ${third[1]}V${second[0]}`} ink="C" width={2.5} dash="5 5" />
        <Line d={`M${x - 6} ${second[0] + 9}l6 -9l6 9`} ink="C" width={2.5} />
        <Line d={`M${x - 9} ${middle - 9}l18 18m0 -18l-18 18`} ink="C" width={3.5} />
        <Text node={ways.barred} x={edge + 18} y={third[0] + 18} width={widths.barred} />
      </>
    ),
  };
}

export function drawClientMoney(figures: MoneyFigures, crop: DiagramCrop): Drawn {
  return crop === 'wide' ? drawAcross(figures) : drawDown(figures, crop);
}
