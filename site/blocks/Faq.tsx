import { Accordion } from '../ui/Accordion.tsx';
import { ActionLink } from '../ui/navigation/ActionLink.tsx';
import { Section } from '../ui/Section.tsx';
import type { BlockNamed } from './resolved-block.ts';

/** Questions and answers, one open at a time. */
export function Faq({ block }: { block: BlockNamed<'blocks.faq'> }) {
  return (
    <Section
      block={block}
      layout="split"
      after={block.link ? <ActionLink action={{ ...block.link, style: 'quiet' }} /> : null}
    >
      <Accordion items={block.items} group={block.id} />
    </Section>
  );
}
