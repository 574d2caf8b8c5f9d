import type { FC } from 'react';
import { blockTable } from './block-table.ts';
import type { ResolvedBlock } from './resolved-block.ts';

/** The blocks of a page, in order. */
export function Blocks({ blocks }: { blocks: readonly ResolvedBlock[] }) {
  return blocks.map((block) => <OneBlock key={block.id} block={block} />);
}

function OneBlock({ block }: { block: ResolvedBlock }) {
  // The table pairs each name with its own type; TypeScript cannot follow that through a lookup by a union.
  const Component = blockTable[block.component] as FC<{ block: ResolvedBlock }>;
  return <Component block={block} />;
}
