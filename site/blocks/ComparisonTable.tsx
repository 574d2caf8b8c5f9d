import { ComparisonTableView } from '../ui/tables/ComparisonTableView.tsx';
import { Note } from '../ui/Note.tsx';
import { Section } from '../ui/Section.tsx';
import type { BlockNamed } from './resolved-block.ts';

/** Two or more things compared, row by row. */
export function ComparisonTable({ block }: { block: BlockNamed<'blocks.comparison-table'> }) {
  return (
    <Section block={block}>
      <ComparisonTableView caption={block.caption} columns={block.columns} rows={block.rows} />
      <Note html={block.note} />
    </Section>
  );
}
