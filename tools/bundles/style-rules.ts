/** Splits the built stylesheet into rules, so that a page can carry only those that it uses (`site/layout/page-style.ts`). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChildNode, parse } from 'postcss';
import type { StyleRule, StyleRules } from '../../site/layout/page-style.ts';

/** At-rules that contain rules; a page may need only some of these. */
const wrappingRules = new Set(['media', 'supports', 'container', 'layer']);
/** Scripts add these classes, possibly before the whole stylesheet has loaded. */
const earlyClasses = new Set(['page-loader']);

/** Removes the arguments of `:is()`, `:not()` and the like: the selector can match without their classes. */
function removeArguments(selector: string): string {
  let depth = 0;
  let plain = '';
  for (const character of selector) {
    if (character === ')') depth -= 1;
    if (depth === 0) plain += character;
    if (character === '(') depth += 1;
  }
  return plain;
}

function findClasses(selector: string): string[] {
  return [...removeArguments(selector).matchAll(/\.([\w-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !earlyClasses.has(name));
}

function styleRule(node: ChildNode): StyleRule[] {
  if (node.type === 'comment') return [];
  if (node.type === 'atrule' && wrappingRules.has(node.name) && node.nodes)
    return [{ at: `@${node.name} ${node.params}`, rules: node.nodes.flatMap(styleRule) }];
  if (node.type === 'rule') {
    const needs = node.selectors.map(findClasses);
    return [{ css: node.toString(), needs: needs.some(({ length }) => length === 0) ? [] : needs }];
  }
  // A statement such as `@layer a, b` ends with a semicolon, which the parser removes.
  return [{ css: node.type === 'atrule' && node.nodes ? node.toString() : `${node.toString()};`, needs: [] }];
}

/** @param css a whole stylesheet. @throws when the text could close its `style` element. */
export function styleRules(css: string): StyleRule[] {
  if (css.includes('</')) throw new Error('The stylesheet contains "</", which would end its element.');
  return parse(css).nodes.flatMap(styleRule);
}

/** Every document declares the tokens itself. A token rule left in the stylesheet would override them: a dark page would print dark. */
const isRoot = (selector: string) => /^(?=.)(?::root)?(?:\[(?:data-theme|dir)(?:=[^\]]+)?\])?$/.test(selector);

/**
 * Writes the rules next to the built server, and removes fonts and tokens from the stylesheet, because every document has them.
 * @param dist the folder of the build.
 */
export function writeStyleRules(dist: string): void {
  const manifest = JSON.parse(readFileSync(join(dist, 'browser/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string } | undefined
  >;
  const sheet = manifest['style.css']?.file;
  if (!sheet) throw new Error('The build has no stylesheet.');
  const file = join(dist, 'browser', sheet);
  const css = readFileSync(file, 'utf8');
  const written: StyleRules = { sheet: `/${sheet}`, rules: styleRules(css) };
  writeFileSync(join(dist, 'server/style-rules.json'), JSON.stringify(written));
  const deferredStyles = parse(css);
  deferredStyles.walkAtRules('font-face', (font) => {
    font.remove();
  });
  deferredStyles.walkRules((rule) => {
    if (rule.selectors.every(isRoot)) rule.remove();
  });
  writeFileSync(file, deferredStyles.toString());
}
