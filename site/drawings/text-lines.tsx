/** Breaks text in diagrams into lines, which SVG does not do. The width is an estimate that leaves room for wider letters. */
import { Label, type TextProps } from './pieces.tsx';

/** The width of a letter in relation to the font size; interface fonts differ by a few hundredths. */
const letterWidth = 0.58;

export function measureWidth(text: string, size: number, bold = false): number {
  return text.length * size * (bold ? letterWidth + 0.03 : letterWidth);
}

/** Wraps text at the width; a longer word stays whole. */
export function wrapText(text: string, width: number, size: number, bold = false): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && measureWidth(`${last} ${word}`, size, bold) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export const measureLine = (size: number) => Math.round(size * 1.35);

/** `y` is the base line of the first line. */
interface LinesProps extends Omit<TextProps, 'children'> {
  lines: readonly string[];
}

export function Lines({ lines, x, y, size = 14, ...rest }: LinesProps) {
  return lines.map((line, index) => (
    <Label key={index} x={x} y={y + index * measureLine(size)} size={size} {...rest}>
      {line}
    </Label>
  ));
}
