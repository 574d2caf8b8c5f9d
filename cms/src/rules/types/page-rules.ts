/** Rules for the blocks of a page that the schema cannot express. */
import type { Core } from '@strapi/strapi';
import { documents, type Fields } from '../../setup/content-types';
import { findFormProblems } from './form-rules';
import { type Problem, tell } from '../problem';
import { findComparisonProblems, findTableProblems } from './table-rules';

type Block = Fields & { __component?: string };

export async function findPageProblems(strapi: Core.Strapi, data: Fields, locale: unknown): Promise<Problem[]> {
  if (!Array.isArray(data.blocks)) return [];
  const problems: Problem[] = [];
  for (const [index, block] of (data.blocks as Block[]).entries()) {
    const path = ['blocks', index];
    switch (block.__component) {
      case 'blocks.hero':
        problems.push(...findHeroProblems(block, path, index, nameBlock(strapi, block, index)));
        break;
      case 'blocks.data-table':
        problems.push(...findTableProblems(block, path, nameBlock(strapi, block, index)));
        break;
      case 'blocks.comparison-table':
        problems.push(...findComparisonProblems(block, path, nameBlock(strapi, block, index)));
        break;
      case 'blocks.product':
        problems.push(...findPlatformProblems(block, path, nameBlock(strapi, block, index)));
        break;
      case 'blocks.form': {
        const before = (data.blocks as Block[]).slice(0, index).filter((one) => one.__component === 'blocks.form');
        const names = before.map(({ name }) => name);
        problems.push(...findFormProblems(block, path, nameBlock(strapi, block, index), names));
        break;
      }
      case 'blocks.article-list':
        problems.push(...(await resolveCategory(strapi, block, path, locale)));
        break;
    }
  }
  return problems;
}

/** Names a block as the list of blocks shows it: its position, its type and its heading. */
function nameBlock(strapi: Core.Strapi, block: Block, index: number): string {
  const component = strapi.components[block.__component as `${string}.${string}`];
  const title = block.heading || block.caption;
  return `Block ${index + 1} (${component?.info.displayName ?? block.__component}${title ? ` “${String(title)}”` : ''})`;
}

function findHeroProblems(block: Block, path: (string | number)[], index: number, name: string): Problem[] {
  const table = block.table as Block | null | undefined;
  const problems = table
    ? findTableProblems(
        table,
        [...path, 'table'],
        `${name}, table${table.caption ? ` “${String(table.caption)}”` : ''}`,
      )
    : [];
  if (index > 0) {
    problems.push({
      path: [...path, 'heading'],
      message: 'The page opening must be the first block, and there is one at most.',
    });
  }
  if (block.table && block.image) {
    problems.push({ path: [...path, 'image'], message: 'The page opening has a table and a picture; keep one.' });
  }
  return problems;
}

/** The site shows a platform once, and one picture of it for each size of screen. */
function findPlatformProblems(block: Block, path: (string | number)[], name: string): Problem[] {
  const platforms = (block.platforms ?? []) as { view?: string; pictures?: { size?: string }[] }[];
  const repeats = (values: unknown[]) => new Set(values).size < values.length;
  const problems = platforms.flatMap(({ view, pictures = [] }, index) =>
    repeats(pictures.map(({ size }) => size))
      ? tell(
          [...path, 'platforms', index, 'pictures'],
          `${name}: ${view} has two pictures for the same screen; keep one.`,
        )
      : [],
  );
  return repeats(platforms.map(({ view }) => view))
    ? [...problems, { path: [...path, 'platforms'], message: `${name} has the same platform twice; keep one.` }]
    : problems;
}

/** Replaces the name of a category, which editors write, in the block by its key, which is the same in every language. */
async function resolveCategory(
  strapi: Core.Strapi,
  block: Block,
  path: (string | number)[],
  locale: unknown,
): Promise<Problem[]> {
  if (!block.category) return [];
  const kind = block.kind === 'education' ? 'education' : 'news';
  const found = await documents(strapi, `api::${kind}-category.${kind}-category`).findMany({
    fields: ['key', 'name', 'slug'],
    locale,
    limit: 200,
  });
  const wanted = String(block.category).trim().toLowerCase();
  const category =
    found.find(({ key }) => key === wanted) ??
    found.find(({ name, slug }) => [name, slug].some((word) => String(word).toLowerCase() === wanted));
  if (category) {
    block.category = category.key;
    return [];
  }
  const names = found.map(({ name }) => String(name)).join(', ');
  return tell(
    [...path, 'category'],
    `There is no ${kind} category “${String(block.category)}”. There are: ${names || 'none yet'}.`,
  );
}
