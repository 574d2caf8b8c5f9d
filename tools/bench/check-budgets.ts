/** Byte budgets by page kind, in every language: too big fails, and so does suspiciously small (docs/decisions/0020-budgets-are-checks.md). */
import { localePath } from '../../site/i18n/locale-path.ts';
import { locales } from '../../content/locales.ts';
import budgets from './budgets.json' with { type: 'json' };
import { type PageWeight, type WeightPart, weighPage, weightParts } from './page-weight.ts';

export type Range = readonly [fewest: number, most: number];

/** What is wrong with one page's weight. */
export function budgetFindings(page: string, weight: PageWeight, ranges: Record<WeightPart, Range>): string[] {
  const sizes = weightParts.flatMap((part) => {
    const [fewest, most] = ranges[part];
    if (weight[part] > most)
      return [`${page}: ${part} is ${weight[part]} bytes, ${weight[part] - most} over its budget of ${most}`];
    if (weight[part] < fewest)
      return [`${page}: ${part} is only ${weight[part]} bytes, less than ${fewest}: something is missing`];
    return [];
  });
  return [...sizes, ...weight.thirdParty.map((address) => `${page}: asks another site for ${address}`)];
}

export interface KindWeight {
  kind: string;
  /** The heaviest page of the kind. */
  page: string;
  weight: PageWeight;
}

export interface BudgetReport {
  findings: string[];
  kinds: KindWeight[];
}

/** Weighs every page that `budgets.json` names on a running site. Articles keep their English slug in every language. */
export async function checkBudgets(origin: string): Promise<BudgetReport> {
  const report: BudgetReport = { findings: [], kinds: [] };
  const everyPage = budgets.everyPage as unknown as Record<Exclude<WeightPart, 'html'>, Range>;
  for (const [kind, { paths, size }] of Object.entries(budgets.html)) {
    let heaviest: KindWeight | null = null;
    for (const page of paths.flatMap((path) => locales.map((locale) => localePath(path, locale)))) {
      const weight = await weighPage(origin, page);
      report.findings.push(...budgetFindings(page, weight, { ...everyPage, html: size as unknown as Range }));
      if (!heaviest || weight.html > heaviest.weight.html) heaviest = { kind, page, weight };
    }
    if (heaviest) report.kinds.push(heaviest);
  }
  return report;
}
