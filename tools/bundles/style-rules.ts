/** Splits the built stylesheet into rules, so that a page can carry only those that it uses (`site/layout/page-style.ts`). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChildNode, parse } from 'postcss';
import type { StyleRule, StyleRules } from '../../site/layout/page-style.ts';

/** At-rules that contain other rules, of which a page may need only some. */
const wrappingRules = new Set(['media', 'supports', 'container', 'layer']);

/** Removes the arguments of `:is()`, `:not()` and the like, because the selector can match without the classes in them. */
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

/** Lists the classes without which a selector matches nothing. */
function findNeededClasses(selector: string): string[] {
  return [...removeArguments(selector).matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name);
}

function toStyleRules(node: ChildNode): StyleRule[] {
  if (node.type === 'comment') return [];
  if (node.type === 'atrule' && wrappingRules.has(node.name) && node.nodes)
    return [{ at: `@${node.name} ${node.params}`, rules: node.nodes.flatMap(toStyleRules) }];
  if (node.type === 'rule') {
    // A selector without needed classes may match on any page, so the whole rule is for every page.
    const needs = node.selectors.map(findNeededClasses);
    return [{ css: node.toString(), needs: needs.some(({ length }) => length === 0) ? [] : needs }];
  }
  // A statement such as `@layer a, b` ends with a semicolon, which the parser removes.
  return [{ css: node.type === 'atrule' && node.nodes ? node.toString() : `${node.toString()};`, needs: [] }];
}

/** Parses a whole stylesheet. @throws when its text would end the `style` element that contains it. */
export function parseStyleRules(css: string): StyleRule[] {
  if (css.includes('</')) throw new Error('The stylesheet contains "</", which would end its element.');
  return parse(css).nodes.flatMap(toStyleRules);
}

/** Whether a selector sets design tokens. Every document has those rules; again in the stylesheet, which loads later, they would override the light colours of print. */
const isTokenSelector = (selector: string) => /^(?=.)(?::root)?(?:\[(?:data-theme|dir)(?:=[^\]]+)?\])?$/.test(selector);

/** Writes the rules next to the built server, and removes fonts and tokens from the stylesheet, because every document has them. @param dist the folder of the build. */
export function writeStyleRules(dist: string): void {
  const manifest = JSON.parse(readFileSync(join(dist, 'browser/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string } | undefined
  >;
  const sheet = manifest['style.css']?.file;
  if (!sheet) throw new Error('The build has no stylesheet.');
  const file = join(dist, 'browser', sheet);
  const css = readFileSync(file, 'utf8');
  const written: StyleRules = { sheet: `/${sheet}`, rules: parseStyleRules(css) };
  writeFileSync(join(dist, 'server/style-rules.json'), JSON.stringify(written));
  const deferredStyles = parse(css);
  deferredStyles.walkAtRules('font-face', (font) => {
    font.remove();
  });
  deferredStyles.walkRules((rule) => {
    if (rule.selectors.every(isTokenSelector)) rule.remove();
  });
  writeFileSync(file, deferredStyles.toString());
}
