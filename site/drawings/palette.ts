/**
 * The style of drawings in separate files. An image can use neither the stylesheet nor the fonts of its page: colours repeat those of
 * `site/styles/tokens.css`, and text is set in the visitor's own interface font.
 */
const light = {
  paper: '#fffefb',
  ground: '#f6f4ec',
  ink: '#14211b',
  muted: '#54605a',
  line: '#dad8ce',
  sage: '#1f5c43',
  tint: '#e6ede5',
  onSage: '#fbfaf6',
  ochre: '#c97f1e',
  clay: '#a8432a',
  onClay: '#fffefb',
  blush: '#f6e7e1',
};

const dark: typeof light = {
  paper: '#16201b',
  ground: '#101814',
  ink: '#eeece3',
  muted: '#a3afa8',
  line: '#33403a',
  sage: '#86c7a4',
  tint: '#1d3028',
  onSage: '#0e1613',
  ochre: '#e0a552',
  clay: '#eb9279',
  onClay: '#0e1613',
  blush: '#33221c',
};

/**
 * The name of each class, its colour, and the property that it sets. Names have one letter, because nearly every element of a drawing repeats one
 * and the drawing is sent to visitors.
 */
const classes = [
  ['i', 'ink', 'fill'],
  ['m', 'muted', 'fill'],
  ['s', 'sage', 'fill'],
  ['c', 'clay', 'fill'],
  ['o', 'ochre', 'fill'],
  ['p', 'paper', 'fill'],
  ['g', 'ground', 'fill'],
  ['t', 'tint', 'fill'],
  ['b', 'blush', 'fill'],
  ['n', 'onSage', 'fill'],
  ['d', 'onClay', 'fill'],
  ['f', 'line', 'fill'],
  ['L', 'line', 'stroke'],
  ['M', 'muted', 'stroke'],
  ['S', 'sage', 'stroke'],
  ['C', 'clay', 'stroke'],
  ['O', 'ochre', 'stroke'],
  ['I', 'ink', 'stroke'],
  ['P', 'paper', 'stroke'],
] as const satisfies readonly (readonly [string, keyof typeof light, 'fill' | 'stroke'])[];

/** A class of the drawing's style: small letters fill, capital letters draw lines. */
export type PaintClass = (typeof classes)[number][0];

function buildRules(colours: typeof light): string {
  return classes.map(([name, colour, kind]) => `.${name}{${kind}:${colours[colour]}}`).join('');
}

export const drawingStyle = `text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-variant-numeric:tabular-nums}${buildRules(light)}@media(prefers-color-scheme:dark){${buildRules(dark)}}`;
