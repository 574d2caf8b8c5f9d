/**
 * Configures the build of `/embed/site-frame.js`: one file that contains the styles and the texts of every language. The font and the icons are
 * separate files with stable addresses. The icons are views of one drawing, because a mask from another origin can show a part of an SVG, but not a symbol.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Targets, transform } from 'lightningcss';
import type { UserConfig } from 'vite';
import { type FrameTexts, frameTextKeys } from '../frame/frame-texts.ts';
import { messages } from '../../../site/i18n/translate.ts';
import { byLocale, localeRecords, locales } from '../../../content/locales.ts';
import { projectRoot } from '../../../tools/project-root.ts';

const font = 'node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2';
const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

/**
 * Adds the site's tokens to a stylesheet that uses them. Inlines a value that is used once or is no longer than its `var()`; the others become
 * custom properties of the element. @throws when the stylesheet uses an unknown token.
 */
export function addTokens(css: string, tokens: string): string {
  // Keeps the first declaration of each token; later ones are for print.
  const values = new Map(
    [...tokens.matchAll(/^\s*(--[\w-]+):\s*([^;]+);/gm)]
      .map(([, name = '', value = '']) => [name, value] as const)
      .toReversed(),
  );
  const keptTokens = new Set<string>();
  const uses = (name: string) => css.split(`var(${name})`).length - 1;
  const resolve = (text: string): string =>
    text.replaceAll(/var\((--[\w-]+)\)/g, (use, name: string) => {
      const value = values.get(name);
      if (value === undefined) throw new Error(`${name} is no token of the site`);
      if (value.length <= use.length || uses(name) <= 1) return resolve(value);
      keptTokens.add(name);
      return use;
    });
  let rules = resolve(css);
  for (const name of keptTokens) rules = `:host{${name}:${resolve(values.get(name) ?? '')}}${rules}`;
  return rules;
}

/** One SVG with the icons of the sprite and the flags of the languages side by side, each with a `<view>` under its name. */
export function iconViews(sprite: string): string {
  const icons = [...sprite.matchAll(/<symbol id="([\w-]+)" viewBox="([^"]+)"([^>]*)>([^]*?)<\/symbol>/g)].map(
    ([, name = '', box = '', attributes = '', paths = '']) => ({ name, box, attributes, paths }),
  );
  const flags = locales.map((locale) => {
    const paths = localeRecords[locale].flag.map(
      (path) =>
        `<path ${Object.entries(path)
          .map(([name, value]) => `${name === 'strokeWidth' ? 'stroke-width' : name}="${value}"`)
          .join(' ')}/>`,
    );
    return { name: `flag-${locale}`, box: '0 0 20 14', attributes: '', paths: paths.join('') };
  });
  const drawings = [...icons, ...flags].map(({ name, box, attributes, paths }, index) => {
    const [, , width, height] = box.split(' ');
    // Leaves a gap, so that no line of one icon reaches into the next.
    const x = index * 40;
    return `<view id="${name}" viewBox="${x} 0 ${width} ${height}"/><svg x="${x}" width="${width}" height="${height}" viewBox="${box}"${attributes}>${paths}</svg>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${drawings.join('')}</svg>`;
}

/** @param targets the browsers for which the site's own styles are compiled. @throws as `addTokens` does. */
export function embedBuild(targets: Targets): UserConfig {
  const css = read('parts/embed/frame/frame.css');
  const { code } = transform({
    filename: 'frame.css',
    code: Buffer.from(addTokens(css, read('site/styles/tokens.css'))),
    minify: true,
    targets,
  });
  const texts = byLocale((locale) => {
    const { name, tag, direction } = localeRecords[locale];
    return {
      name,
      tag,
      ...(direction === 'rtl' && { direction }),
      ...Object.fromEntries(frameTextKeys.map((key) => [key, messages[locale].layout[key]])),
    } as FrameTexts;
  });
  return {
    define: {
      __LOCALES__: JSON.stringify(locales),
      __FRAME_STYLES__: JSON.stringify(code.toString()),
      __FRAME_TEXTS__: JSON.stringify(texts),
    },
    plugins: [
      {
        name: 'files-for-the-frame',
        generateBundle() {
          this.emitFile({ type: 'asset', fileName: 'icons.svg', source: iconViews(read('site/ui/icons.svg')) });
          this.emitFile({
            type: 'asset',
            fileName: 'instrument-sans.woff2',
            source: readFileSync(join(projectRoot, font)),
          });
        },
      },
    ],
    build: {
      outDir: 'dist/embed',
      emptyOutDir: true,
      target: 'baseline-widely-available',
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: 'parts/embed/frame/site-frame.ts',
        output: { format: 'iife', entryFileNames: 'site-frame.js' },
      },
    },
  };
}
