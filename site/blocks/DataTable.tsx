import { DataTableView } from '../ui/tables/DataTableView.tsx';
import { Section } from '../ui/Section.tsx';
import type { BlockNamed } from './resolved-block.ts';

/** A table of figures. Three columns stretched over a whole page cannot be read across, so a narrow table is placed next to its heading. */
export function DataTable({ block }: { block: BlockNamed<'blocks.data-table'> }) {
  const narrow = block.table.columns.length <= 3 && block.heading !== null;
  return (
    <Section block={block} layout={narrow ? 'split' : 'stack'}>
      <DataTableView table={block.table} id={block.id} />
    </Section>
  );
}
