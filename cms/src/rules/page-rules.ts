/** What the schema cannot say about the blocks of a page. */
import type { Core } from '@strapi/strapi';
import { documents } from '../setup/content-types';
import type { Problem } from './problem';
import { comparisonProblems, tableProblems } from './table-rules';

type Block = Record<string, unknown> & { __component?: string };

export async function pageProblems(strapi: Core.Strapi, data: Record<string, unknown>, locale: unknown): Promise<Problem[]> {
  if (!Array.isArray(data.blocks)) return [];
  const problems: Problem[] = [];
  for (const [index, block] of (data.blocks as Block[]).entries()) {
    const path = ['blocks', index];
    switch (block.__component) {
      case 'blocks.hero':
        problems.push(...heroProblems(block, path, index));
        break;
      case 'blocks.data-table':
        problems.push(...tableProblems(block, path));
        break;
      case 'blocks.comparison-table':
        problems.push(...comparisonProblems(block, path));
        break;
      case 'blocks.article-list':
        problems.push(...(await categoryProblems(strapi, block, path, locale)));
        break;
    }
  }
  return problems;
}

function heroProblems(block: Block, path: (string | number)[], index: number): Problem[] {
  const problems = block.table ? tableProblems(block.table as Block, [...path, 'table']) : [];
  if (index > 0) {
    problems.push({ path: [...path, 'heading'], message: 'The page opening must be the first block, and there is one at most.' });
  }
  if (block.table && block.image) {
    problems.push({ path: [...path, 'image'], message: 'The page opening has a table and a picture; keep one.' });
  }
  return problems;
}

async function categoryProblems(strapi: Core.Strapi, block: Block, path: (string | number)[], locale: unknown): Promise<Problem[]> {
  if (!block.category) return [];
  const kind = block.kind === 'education' ? 'education' : 'news';
  const found = await documents(strapi, `api::${kind}-category.${kind}-category`).findMany({ fields: ['key'], locale, limit: 200 });
  const keys = found.map(({ key }) => String(key));
  if (keys.includes(String(block.category))) return [];
  const message = `There is no ${kind} category with the key “${String(block.category)}”. There are: ${keys.join(', ') || 'none yet'}.`;
  return [{ path: [...path, 'category'], message }];
}
