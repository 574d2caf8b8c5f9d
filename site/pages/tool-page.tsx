/** A page that visitors open for its tool: a short head, so that the tool is in the first view; what else the opening block says follows it. */
import type { ReactNode } from 'react';
import { Blocks } from '../blocks/Blocks.tsx';
import type { BlockOf } from '../blocks/resolved-block.ts';
import { Actions } from '../ui/navigation/ActionLink.tsx';
import { Prose } from '../ui/text/Prose.tsx';
import type { ContentPageData } from './content-page.tsx';
import styles from './tool-page.module.css';

interface ToolPageProps {
  data: ContentPageData;
  children: ReactNode;
  /** Sections between the tool and the other blocks. */
  after?: ReactNode;
}

export function ToolPage({ data: { page, blocks }, children, after }: ToolPageProps) {
  const [opening, ...rest] = blocks;
  const hero: BlockOf<'blocks.hero'> | null = opening?.component === 'blocks.hero' ? opening : null;
  return (
    <>
      <section className={styles.tool} aria-labelledby="page-heading">
        <header className={styles.head}>
          <h1 id="page-heading">{hero?.heading ?? page.title}</h1>
          <Prose html={hero?.text ?? null} className={styles.lead} />
        </header>
        {children}
        <Prose html={hero?.note ?? null} as="p" className={styles.note} />
        <Actions actions={hero?.actions ?? []} />
      </section>
      {after}
      <Blocks blocks={hero ? rest : blocks} />
    </>
  );
}
