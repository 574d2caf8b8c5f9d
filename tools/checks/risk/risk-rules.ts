/** What compliance asks of the texts that warn of risk: where they stand, and how large and dark they are. docs/compliance.md has the same table. */
import { withoutProducts } from '../../../cms/src/rules/addresses/risk-pages.ts';
import { legalPageIds, staticPaths } from '../../../content/static-paths.ts';
import type { SeenPage, SeenText } from './seen-text.ts';

export interface RiskText {
  name: string;
  selector: string;
  /** Pages that sell have their own notice; the warning is on every page. */
  on: 'every page' | 'pages that sell';
  /**
   * The screen in which the whole text must be: the `first` one, one of the `content`, or the one that a visitor sees at the `end` of the content.
   */
  screen: 'first' | 'content' | 'end';
  /** At least so large as a share of the letters that the page mostly has, and of its largest ones. */
  ofUsualSize: number;
  ofClaimSize: number;
  /** At least this contrast (WCAG), and at least this share of the contrast of the largest letters. */
  contrast: number;
  ofClaimContrast: number;
}

/** Contrast: AAA. The usual size: ESMA 2018/796, annex II, for the notice; the warning repeats it at the foot of the page. */
export const riskTexts: readonly RiskText[] = [
  {
    name: 'risk warning',
    selector: 'footer section[aria-label] p',
    on: 'every page',
    screen: 'end',
    ofUsualSize: 0.8,
    ofClaimSize: 0.15,
    contrast: 7,
    ofClaimContrast: 0.4,
  },
  {
    name: 'risk notice',
    selector: 'main aside:has(> h2)',
    on: 'pages that sell',
    screen: 'content',
    ofUsualSize: 1,
    ofClaimSize: 0.2,
    contrast: 7,
    ofClaimContrast: 0.4,
  },
];

const sellingPaths: ReadonlySet<string> = new Set(
  Object.entries(staticPaths).flatMap(([id, path]) =>
    withoutProducts.has(id) || (legalPageIds as readonly string[]).includes(id) ? [] : [path],
  ),
);

/** @param path without language prefix and query. */
export function isWanted(text: RiskText, path: string): boolean {
  return text.on === 'every page' || sellingPaths.has(path);
}

const round = (value: number) => Math.round(value * 10) / 10;

/** @returns how a text falls short, as sentences about “it”; empty when it does not. */
export function riskFaults(rule: RiskText, seen: SeenText | null, page: SeenPage): string[] {
  if (!seen) return ['it is not there'];
  const { size, contrast, top, bottom } = seen;
  const faults = [...seen.faults];
  // A text that is not drawn has no place and no size.
  if (faults.includes('none of it is drawn')) return faults;
  const smallest = Math.max(rule.ofUsualSize * page.usualSize, rule.ofClaimSize * page.claim.size);
  // Lengths in rem are rounded to a pixel's fraction.
  if (size < smallest - 0.1)
    faults.push(
      `its letters have ${round(size)} px, and ${round(smallest)} px is the least beside text of ${round(page.usualSize)} px and “${page.claim.words}” in ${round(page.claim.size)} px`,
    );
  const palest = Math.max(rule.contrast, rule.ofClaimContrast * page.claim.contrast);
  if (contrast < palest - 0.05) faults.push(`its contrast is ${round(contrast)}, and ${round(palest)} is the least`);
  if (bottom - top > page.screen)
    faults.push(`its ${round(bottom - top)} px do not fit into a screen of ${page.screen} px`);
  const lowest = { first: page.screen, content: page.contentEnd, end: page.contentEnd + page.screen }[rule.screen];
  if (bottom > lowest + 1) faults.push(`it ends ${round(bottom - lowest)} px below its screen (${rule.screen})`);
  return faults;
}
