/**
 * The style that travels with a page (docs/decisions/0019-style-travels-with-the-page.md): the rules of the site's stylesheet that can
 * apply to its HTML, in their order. Rules that only a script needs, or another page, come with the whole sheet
 * (`site/browser/loading/stylesheet.ts`).
 */

/** A rule, or an at-rule around others. `tools/bundles/style-rules.ts` writes them at the end of a build. */
export type StyleRule =
  | {
      css: string;
      /** For each selector of its list, the classes without which it matches nothing. An empty list: the rule is for every page. */
      needs: string[][];
    }
  | { at: string; rules: StyleRule[] };

export interface StyleRules {
  /**
   * Address of the whole sheet, without fonts and tokens: every page has those, and a font that is declared again shows its fallback for a moment.
   */
  sheet: string;
  rules: StyleRule[];
}

function isNeeded({ needs }: { needs: string[][] }, classes: ReadonlySet<string>): boolean {
  return needs.length === 0 || needs.some((selector) => selector.every((name) => classes.has(name)));
}

function selectRule(rule: StyleRule, classes: ReadonlySet<string>): string {
  if (!('at' in rule)) return isNeeded(rule, classes) && !keyframesName.test(rule.css) ? rule.css : '';
  const inside = rule.rules.map((inner) => selectRule(inner, classes)).join('');
  return inside && `${rule.at}{${inside}}`;
}

const keyframesName = /^@keyframes ([\w-]+)/;

/** Collects the keyframes of all rules by name. Their order does not matter, because each name exists once. */
function collectKeyframes(rules: readonly StyleRule[]): [name: string, css: string][] {
  return rules.flatMap((rule): [string, string][] => {
    if ('at' in rule) return collectKeyframes(rule.rules);
    const [, name] = keyframesName.exec(rule.css) ?? [];
    return name === undefined ? [] : [[name, rule.css]];
  });
}

export class PageStyle {
  readonly sheet: string;
  readonly #rules: readonly StyleRule[];
  readonly #keyframes: readonly [name: string, css: string][];

  constructor({ sheet, rules }: StyleRules) {
    this.sheet = sheet;
    this.#rules = rules;
    this.#keyframes = collectKeyframes(rules);
  }

  /** Selects the rules for a document. @param html the document as React writes it: every class in an attribute `class="…"`. */
  select(html: string): string {
    const classes = new Set<string>();
    for (const [, names = ''] of html.matchAll(/ class="([^"]*)"/g))
      for (const name of names.split(' ')) classes.add(name);
    const rules = this.#rules.map((rule) => selectRule(rule, classes)).join('');
    const keyframes = this.#keyframes.filter(([name]) => rules.includes(name)).map(([, css]) => css);
    return `${rules}${keyframes.join('')}`;
  }
}
