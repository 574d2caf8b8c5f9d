/** The compliance minimum: a page cannot be published without it. docs/compliance.md gives the reasons. */
import { shortestWarning } from './content-rules';
import { type Problem, tell } from '../problem';
import { visibleText } from './risk-sentences';
import { needsRiskNotice } from '../addresses/site-addresses';

export function findWarningProblems(text: unknown, path: Problem['path']): Problem[] {
  if (visibleText(text).length >= shortestWarning) return [];
  return tell(
    path,
    `“${visibleText(text)}” is no warning: say in a sentence what visitors can lose, in ${shortestWarning} characters or more.`,
  );
}

/** @param page a page that is about to be published. */
export function findRiskNoticeProblems(page: Record<string, unknown>): Problem[] {
  const blocks = Array.isArray(page.blocks) ? (page.blocks as Record<string, unknown>[]) : [];
  const notices = blocks
    .map((block, index) => ({ block, index }))
    .filter(({ block }) => block.__component === 'blocks.risk-notice');
  const id = String(page.path ?? page.key ?? '');
  if (notices.length === 0 && needsRiskNotice(id)) {
    return tell(
      ['blocks'],
      `The page “${id}” must carry a risk notice: add the block Risk notice and say what visitors can lose.`,
    );
  }
  return notices.flatMap(({ block, index }) => findWarningProblems(block.text, ['blocks', index, 'text']));
}
