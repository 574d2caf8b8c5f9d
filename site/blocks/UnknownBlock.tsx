import { usePageContext } from '../ui/page-context.ts';
import type { BlockOf } from './resolved-block.ts';
import styles from './UnknownBlock.module.css';

/** A block of a newer content model. The parser has raised the alarm; visitors see nothing, and an editor's preview names the block. */
export function UnknownBlock({ block }: { block: BlockOf<'unknown'> }) {
  const { preview, t } = usePageContext();
  return preview ? <p className={styles.unknown}>{t('preview.unknownBlock', { name: block.name || '?' })}</p> : null;
}
