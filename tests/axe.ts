/** Runs axe in a test's page, with the rules that every page must pass. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/**
 * @param root a selector for a part that overlays the page. Without it axe checks the whole page, best practices included.
 * @param without selectors for parts of the whole page that axe leaves out, because they come and go while axe runs or were checked elsewhere.
 * @returns one sentence for each broken rule.
 */
export async function axeFaults(page: Page, root?: string, without: readonly string[] = []): Promise<string[]> {
  // Not `page.evaluate`, whose `eval` Chromium compiles again on each page, which costs half a megabyte.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Runtime.evaluate', { expression: source });
  await devtools.detach();
  const rules = root ? wcag : [...wcag, 'best-practice'];
  const context = root ?? { include: ['html'], exclude: without };
  // None of the enabled rules reads stylesheets, and loading those takes longest.
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run(${JSON.stringify(context)}, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'], preload: { assets: ['media'] } })`,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes[0]?.html.slice(0, 160)} (${nodes.length}) ${nodes[0]?.failureSummary?.slice(0, 200)}`,
  );
}
