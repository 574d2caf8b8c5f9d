import { usePageContext } from '../ui/page-context.ts';
import type { BlockOf } from './resolved-block.ts';
import styles from './UnknownBlock.module.css';

/** A block of a newer content model: the parser has raised the alarm, a visitor sees nothing, and an editor sees what is missing. */
export function UnknownBlock({ block }: { block: BlockOf<'unknown'> }) {
  const { preview, t } = usePageContext();
  return preview ? <p className={styles.unknown}>{t('preview.unknownBlock', { name: block.name || '?' })}</p> : null;
}
