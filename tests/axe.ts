/** axe in a page of a test, with the rules that every page is held to. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/**
 * @param root a selector for a part that stands above the page; without it the whole page is judged, best practices too.
 * @returns a sentence for each rule that is broken.
 */
export async function axeFaults(page: Page, root?: string): Promise<string[]> {
  await page.evaluate(source);
  const rules = root ? wcag : [...wcag, 'best-practice'];
  // No rule that is on reads stylesheets, which is what loading takes longest for.
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run(${root ? JSON.stringify(root) : 'document'}, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'], preload: { assets: ['media'] } })`,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes[0]?.html.slice(0, 160)} (${nodes.length}) ${nodes[0]?.failureSummary?.slice(0, 200)}`,
  );
}
