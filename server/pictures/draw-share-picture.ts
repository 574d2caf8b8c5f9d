/** Draws the share picture of a page as PNG, off the main thread: the title in the site's font, with a line of values or contour lines. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Node, Renderer } from '@takumi-rs/core';
import { localeRecords } from '../../content/locales.ts';
import { type SharePicture, sharePictureSize } from '../../site/page/share-picture.ts';

const { width, height } = sharePictureSize;
/** The colours of the dark theme in `site/styles/tokens.css`. */
const colours = { ground: '#0e1613', text: '#eeece3', muted: '#a3afa8', sage: '#86c7a4', ochre: '#e0a552' };
const margin = 72;
const chart = { width: width - 2 * margin, height: 140 };
const font = fileURLToPath(
  import.meta.resolve('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
);

let renderer: Promise<Renderer> | undefined;

/** Creates the renderer once, which reads the font and caches its glyphs. */
function openRenderer(): Promise<Renderer> {
  renderer ??= (async () => {
    const newRenderer = new Renderer({ cacheMaxBytes: 4 * 1024 * 1024 });
    await newRenderer.registerFont({ name: 'Instrument Sans', data: await readFile(font) });
    return newRenderer;
  })();
  return renderer;
}

const text = (content: string, style: Record<string, unknown>): Node =>
  ({ type: 'text', text: content, style }) as unknown as Node;
const box = (style: Record<string, unknown>, children: Node[]): Node =>
  ({ type: 'container', style: { display: 'flex', ...style }, children }) as unknown as Node;

/** Chooses a smaller font size for long titles, so that each fits in four lines. */
function chooseTitleSize(title: string): number {
  if (title.length <= 36) return 76;
  return title.length <= 64 ? 64 : 52;
}

/** Draws a line as SVG, with its last value marked. @returns null for fewer than two values. */
export function drawLine(values: readonly number[]): string | null {
  if (values.length < 2) return null;
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const toPoint = (value: number, index: number) => {
    const x = 4 + (index / (values.length - 1)) * (chart.width - 16);
    const y = 8 + (1 - (value - min) / (max - min || 1)) * (chart.height - 16);
    return [x.toFixed(1), y.toFixed(1)] as const;
  };
  const points = values.map((value, index) => toPoint(value, index).join(','));
  const [x, y] = toPoint(values.at(-1) ?? 0, values.length - 1);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${chart.width}" height="${chart.height}" viewBox="0 0 ${chart.width} ${chart.height}"><polyline points="${points.join(' ')}" fill="none" stroke="${colours.sage}" stroke-width="4" stroke-linejoin="round"/><circle cx="${x}" cy="${y}" r="8" fill="${colours.ochre}"/></svg>`;
}

/** Draws contour lines, the site's motif, for a page without values: each page has its own, from the letters of its title. */
export function drawContours(title: string): string {
  const seed = Array.from(title).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  const [first, second, third] = [seed % 29, (seed >> 3) % 31, (seed >> 5) % 23].map((part) => part - 14);
  const lines = Array.from({ length: 7 }, (_, index) => {
    const y = 36 + index * 15;
    const rise = 44 - index * 5;
    const at = (part: number) => Math.round(chart.width * part);
    const points = [
      [0, y + rise / 2 + Number(first) / 2],
      [at(0.22), y + rise + Number(second)],
      [at(0.3), y - rise * 0.6 + Number(third)],
      [at(0.52), y + Number(first)],
      [at(0.8), y + rise * 0.6 - Number(second)],
      [chart.width, y - rise * 0.3 + Number(third) / 2],
    ].map(([across, down]) => `${across} ${Number(down).toFixed(1)}`);
    return `<path d="M${points[0]}C${points.slice(1, 4).join(' ')}S${points.slice(4).join(' ')}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${chart.width}" height="${chart.height}" viewBox="0 0 ${chart.width} ${chart.height}"><g fill="none" stroke="${colours.sage}" stroke-opacity=".55" stroke-width="2">${lines.join('')}</g></svg>`;
}

function buildNode({ siteName, eyebrow, title, line, figures }: SharePicture): Node {
  const svg = drawLine(line) ?? drawContours(title);
  return box(
    {
      width,
      height,
      padding: margin,
      flexDirection: 'column',
      justifyContent: 'space-between',
      backgroundColor: colours.ground,
      color: colours.text,
      fontFamily: 'Instrument Sans',
    },
    [
      box({ justifyContent: 'space-between', alignItems: 'center', fontSize: 30 }, [
        text(siteName, { fontWeight: 650 }),
        text(eyebrow, { color: colours.ochre, fontWeight: 500 }),
      ]),
      text(title, {
        fontSize: chooseTitleSize(title),
        fontWeight: 600,
        lineHeight: 1.08,
        letterSpacing: '-0.02em',
        textWrap: 'balance',
        lineClamp: 4,
      }),
      box({ flexDirection: 'column', gap: 20 }, [
        {
          type: 'image',
          src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
          width: chart.width,
          height: chart.height,
        } as unknown as Node,
        ...(figures.length > 0
          ? [
              box(
                { gap: 48, fontSize: 28 },
                figures.map(([name, value]) =>
                  box({ gap: 14 }, [
                    text(name, { color: colours.muted, fontWeight: 500 }),
                    text(value, { fontWeight: 600 }),
                  ]),
                ),
              ),
            ]
          : []),
      ]),
    ],
  );
}

/** Draws a PNG of `sharePictureSize`. @throws when it cannot be drawn. */
export async function drawSharePicture(picture: SharePicture): Promise<Buffer> {
  const drawer = await openRenderer();
  return drawer.render(buildNode(picture), { width, height, format: 'png', lang: localeRecords[picture.locale].tag });
}
