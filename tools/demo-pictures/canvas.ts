/** A picture of 960 × 540 in the inks of the demonstration: thin strokes and a few filled shapes without words, on no ground of its own. */

/** In light and in dark, as in `demo/media/` and in the site's tokens. */
const inks = {
  sage: ['#1F5C43', '#7FC3A1'],
  ochre: ['#C97F1E', '#E3A850'],
  clay: ['#A8432A', '#E2795C'],
  mist: ['#66716B', '#98A59E'],
  hair: ['#D5D3C8', '#34423B'],
} as const;

export type Ink = keyof typeof inks;
export type Point = readonly [x: number, y: number];

export interface Mark {
  ink: Ink;
  /** Of the stroke; 0 for a shape that is filled. */
  width: number;
  path: string;
  dash?: string;
}

export type Picture = readonly Mark[];

export const width = 960;
export const height = 540;

/** Whole units are fine enough: a picture is seldom shown wider than it is here. */
const at = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`;

export const stroke = (ink: Ink, thickness: number, ...paths: string[]): Mark => ({
  ink,
  width: thickness,
  path: paths.join(''),
});
export const dashed = (ink: Ink, thickness: number, dash: string, ...paths: string[]): Mark => ({
  ...stroke(ink, thickness, ...paths),
  dash,
});
export const filled = (ink: Ink, ...paths: string[]): Mark => stroke(ink, 0, ...paths);

export const segment = (x1: number, y1: number, x2: number, y2: number): string =>
  Math.round(x1) === Math.round(x2)
    ? `M${at(x1, y1)}V${Math.round(y2)}`
    : Math.round(y1) === Math.round(y2)
      ? `M${at(x1, y1)}H${Math.round(x2)}`
      : `M${at(x1, y1)}L${at(x2, y2)}`;

export const polyline = (points: readonly Point[], close = false): string =>
  `M${points.map(([x, y]) => at(x, y)).join('L')}${close ? 'z' : ''}`;

export const box = (x: number, y: number, w: number, h: number): string =>
  `M${at(x, y)}h${Math.round(w)}v${Math.round(h)}h${-Math.round(w)}z`;

export const ellipse = (x: number, y: number, rx: number, ry = rx): string =>
  `M${at(x - rx, y)}a${at(rx, ry)} 0 1 1 ${Math.round(rx) * 2} 0a${at(rx, ry)} 0 1 1 ${-Math.round(rx) * 2} 0z`;

/** A smooth line through its points (Catmull-Rom). */
export function curve(points: readonly Point[]): string {
  const point = (index: number): Point => points[Math.min(Math.max(index, 0), points.length - 1)] ?? [0, 0];
  const pieces = points.slice(1).map(([x, y], index) => {
    const [[ax, ay], [bx, by], [cx, cy]] = [point(index - 1), point(index), point(index + 2)];
    return `C${at(bx + (x - ax) / 6, by + (y - ay) / 6)} ${at(x - (cx - bx) / 6, y - (cy - by) / 6)} ${at(x, y)}`;
  });
  return `M${at(...point(0))}${pieces.join('')}`;
}

/** On a circle; turns are whole ones, clockwise from the top. */
export const onCircle = (x: number, y: number, radius: number, turns: number): Point => [
  x + radius * Math.sin(turns * 2 * Math.PI),
  y - radius * Math.cos(turns * 2 * Math.PI),
];

/** A part of a circle that is less than a whole turn. */
export function arc(x: number, y: number, radius: number, from: number, to: number): string {
  const [start, end] = [onCircle(x, y, radius, from), onCircle(x, y, radius, to)];
  return `M${at(...start)}A${at(radius, radius)} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(...end)}`;
}

/** Upright lines of equal distance that fill a rectangle. */
export const upright = (x: number, y: number, w: number, h: number, step: number): string =>
  range(Math.floor(w / step) - 1)
    .map((index) => segment(x + (index + 1) * step, y, x + (index + 1) * step, y + h))
    .join('');

/** Level lines of equal distance that fill a rectangle. */
export const level = (x: number, y: number, w: number, h: number, step: number): string =>
  range(Math.floor(h / step) - 1)
    .map((index) => segment(x, y + (index + 1) * step, x + w, y + (index + 1) * step))
    .join('');

/** Whole numbers from 0, without the given one. */
export const range = (count: number): number[] => Array.from({ length: Math.max(0, count) }, (_, index) => index);

/** Neighbours that look alike become one path, so that a file has few elements. */
export function svgOf(picture: Picture): string {
  const merged: Mark[] = [];
  for (const mark of picture.filter(({ path }) => path !== '')) {
    const last = merged.at(-1);
    if (last && last.ink === mark.ink && last.width === mark.width && last.dash === mark.dash) last.path += mark.path;
    else merged.push({ ...mark });
  }
  const used = (filledOnes: boolean) =>
    (Object.keys(inks) as Ink[]).filter((ink) => merged.some((mark) => mark.ink === ink && !mark.width === filledOnes));
  const rules = (theme: 0 | 1) =>
    [
      ...used(true).map((ink) => `.f${ink[0]}{fill:${inks[ink][theme]}}`),
      ...used(false).map((ink) => `.s${ink[0]}{stroke:${inks[ink][theme]}}`),
    ].join('');
  const paths = merged.map(({ ink, width: thickness, path, dash }) =>
    thickness === 0
      ? `<path class="f${ink[0]}" d="${path}"/>`
      : `<path class="s${ink[0]}" stroke-width="${thickness}"${dash ? ` stroke-dasharray="${dash}"` : ''} d="${path}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="none"><style>${rules(0)}@media(prefers-color-scheme:dark){${rules(1)}}</style>${paths.join('')}</svg>\n`;
}
