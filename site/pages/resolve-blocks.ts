/** Fills in the documents that blocks refer to: accounts, questions of a group, articles. */
import type { Block } from '../../content/model-blocks.ts';
import type { Reader } from '../../content/replica/reader.ts';
import type { ResolvedBlock } from '../blocks/resolved-block.ts';
import type { Locale } from '../../content/locales.ts';
import { hasPage, withLiveLinks } from '../layout/live-links.ts';
import { teasers } from './article-teaser.ts';
import { withLinkedSymbols } from './linked-symbols.ts';
import { closesChart, latestCloses } from './drawn-closes.ts';
import { diagramPicture } from './diagrams/diagram-picture.ts';

function resolveBlock(block: Block, read: Reader, locale: Locale, page: string | null): ResolvedBlock {
  switch (block.component) {
    case 'blocks.account-types':
      return {
        ...block,
        accounts: read.list('account-type', locale).map((account) => withLiveLinks(account, read, locale)),
        canRegister: hasPage('/register', read, locale),
      };
    case 'blocks.article-list': {
      const relation = block.category ? { relation: ['category', block.category] as const } : {};
      return { ...block, articles: teasers(block.kind, read, locale, { ...relation, limit: block.limit }) };
    }
    case 'blocks.faq': {
      const own = block.items.map((item, index) => ({ ...item, id: `${block.id}-${index + 1}` }));
      const ofGroup = block.group
        ? read.list('faq', locale, { relation: ['group', block.group] }).map((faq) => withLiveLinks(faq, read, locale))
        : [];
      const items = [...own, ...ofGroup.map(({ id, question, answer }) => ({ id, question, answer }))];
      return { ...block, items: items.slice(0, block.limit ?? items.length) };
    }
    case 'blocks.hero':
      return { ...block, table: block.table && withLinkedSymbols(block.table) };
    case 'blocks.data-table':
      return { ...block, table: withLinkedSymbols(block.table) };
    case 'blocks.stats': {
      const items = block.items.map((item) => ({ ...item, closes: latestCloses(item.instrument, read, locale) }));
      return { ...block, items };
    }
    case 'blocks.worked-example':
      return { ...block, chart: closesChart(block.instrument, read, locale) };
    case 'blocks.diagram':
      return { ...block, picture: diagramPicture(block, { read, locale, page }) };
    default:
      return block;
  }
}

/** @param page id of the page whose blocks they are: its drawings are files of their own. Null for blocks that are on no page. */
export function resolveBlocks(
  blocks: readonly Block[],
  read: Reader,
  locale: Locale,
  page: string | null,
): ResolvedBlock[] {
  // The address of a diagram names its page and its kind: a second one of a kind has none.
  const isFirst = (block: Block) =>
    block.component !== 'blocks.diagram' ||
    blocks.find((one) => one.component === block.component && one.kind === block.kind) === block;
  return blocks.map((block) => resolveBlock(block, read, locale, isFirst(block) ? page : null));
}
