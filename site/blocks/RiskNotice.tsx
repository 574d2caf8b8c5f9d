import { Icon } from '../ui/Icon.tsx';
import { Prose } from '../ui/Prose.tsx';
import { useCurrentPage } from '../ui/current-page.tsx';
import { cx } from '../ui/cx.ts';
import type { BlockNamed } from './resolved-block.ts';
import styles from './RiskNotice.module.css';

/** The risk warning of a page. It has the size and colour of a paragraph, not of a disclaimer, and a line above. */
export function RiskNotice({ block }: { block: BlockNamed<'blocks.risk-notice'> }) {
  const page = useCurrentPage();
  const dark = block.tone === 'dark';
  return (
    <aside
      id={block.id}
      className={cx(styles.risk, block.tone !== 'plain' && styles[block.tone])}
      data-theme={dark ? 'dark' : undefined}
    >
      <h2>
        <Icon name="alert" size={24} />
        {block.heading ?? page.t('blocks.riskHeading')}
      </h2>
      <Prose html={block.text} />
    </aside>
  );
}
