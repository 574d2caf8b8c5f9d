/** Takes the built stylesheet apart, so that a page can carry the rules that it uses (`site/layout/page-style.ts`). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChildNode, parse } from 'postcss';
import type { StyleRule, StyleRules } from '../../site/layout/page-style.ts';

/** At-rules whose content is rules, each of which is needed or not. */
const around = new Set(['media', 'supports', 'container', 'layer']);
/** Scripts give these classes to elements before the whole sheet may be there. */
const givenEarly = new Set(['page-loader']);

/** A selector without the arguments of `:is()`, `:not()` and the like, whose classes it may do without. */
function withoutArguments(selector: string): string {
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
  return [...withoutArguments(selector).matchAll(/\.([\w-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !givenEarly.has(name));
}

function styleRule(node: ChildNode): StyleRule[] {
  if (node.type === 'comment') return [];
  if (node.type === 'atrule' && around.has(node.name) && node.nodes)
    return [{ at: `@${node.name} ${node.params}`, rules: node.nodes.flatMap(styleRule) }];
  if (node.type === 'rule') {
    const needs = node.selectors.map(findClasses);
    return [{ css: node.toString(), needs: needs.some(({ length }) => length === 0) ? [] : needs }];
  }
  // A statement such as `@layer a, b` ends with a semicolon, which the parser takes off.
  return [{ css: node.type === 'atrule' && node.nodes ? node.toString() : `${node.toString()};`, needs: [] }];
}

/** @param css a whole stylesheet. @throws when it could end the element that it stands in. */
export function styleRules(css: string): StyleRule[] {
  if (css.includes('</')) throw new Error('The stylesheet contains "</", which would end its element.');
  return parse(css).nodes.flatMap(styleRule);
}

/**
 * Tokens: every document declares them, in its own style. All of their rules leave the sheet or none: where one stayed, it would stand after
 * the document's and win (a page chosen dark would print dark once the sheet has come).
 */
const isRoot = (selector: string) => /^(?=.)(?::root)?(?:\[(?:data-theme|dir)(?:=[^\]]+)?\])?$/.test(selector);

/** Writes the rules beside the built server, and takes out of the sheet what every document has: fonts and tokens. @param dist the folder of the build. */
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
  const later = parse(css);
  later.walkAtRules('font-face', (font) => {
    font.remove();
  });
  later.walkRules((rule) => {
    if (rule.selectors.every(isRoot)) rule.remove();
  });
  writeFileSync(file, later.toString());
}
