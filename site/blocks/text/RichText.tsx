import { Prose } from '../../ui/text/Prose.tsx';
import { Section } from '../../ui/text/Section.tsx';
import type { BlockOf } from '../resolved-block.ts';

/** Running text, with its heading to the left where there is room: lines stay short and the page keeps its left edge. */
export function RichText({ block }: { block: BlockOf<'blocks.rich-text'> }) {
  return (
    <Section block={block} layout={block.heading ? 'split' : 'stack'}>
      <Prose html={block.body} />
    </Section>
  );
}
