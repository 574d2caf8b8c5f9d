/** The compliance minimum: a page cannot be published without it. docs/compliance.md gives the reasons. */
import type { Problem } from './problem';
import { sitePages } from './site-addresses';

/** Pages that neither sell nor explain a product. Every other page, present or future, must have a risk notice. */
const withoutProducts = new Set(['careers', 'error', 'faqs', 'forgot-password', 'glossary', 'login', 'tags']);

/** Characters; a shorter text names no risk. “You can lose all your money.” has 29. */
const shortestWarning = 25;

export function needsRiskNotice(pageId: string): boolean {
  return Object.hasOwn(sitePages, pageId) && !withoutProducts.has(pageId);
}

/** The text that a reader sees of some Markdown. */
function visibleText(markdown: unknown): string {
  return String(markdown ?? '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*_`#>]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

export function findWarningProblems(text: unknown, path: Problem['path']): Problem[] {
  if (visibleText(text).length >= shortestWarning) return [];
  return [
    {
      path,
      message: `“${visibleText(text)}” is no warning: say in a sentence what visitors can lose, in ${shortestWarning} characters or more.`,
    },
  ];
}

/** @param page a page that is about to be published. */
export function findRiskNoticeProblems(page: Record<string, unknown>): Problem[] {
  const blocks = Array.isArray(page.blocks) ? (page.blocks as Record<string, unknown>[]) : [];
  const notices = blocks
    .map((block, index) => ({ block, index }))
    .filter(({ block }) => block.__component === 'blocks.risk-notice');
  const id = String(page.path ?? page.key ?? '');
  if (notices.length === 0 && needsRiskNotice(id)) {
    return [
      {
        path: ['blocks'],
        message: `The page “${id}” must carry a risk notice: add the block Risk notice and say what visitors can lose.`,
      },
    ];
  }
  return notices.flatMap(({ block, index }) => findWarningProblems(block.text, ['blocks', index, 'text']));
}
