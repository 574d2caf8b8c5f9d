import type { Html } from '../../content/model-values.ts';
import { Prose } from './Prose.tsx';
import { cx } from './cx.ts';
import styles from './Note.module.css';

/** The small print of a table or an example: where its figures come from and what they leave out. */
export function Note({
  html,
  block = false,
  className,
}: {
  html: Html | null;
  block?: boolean;
  className?: string | undefined;
}) {
  return <Prose html={html} as={block ? 'div' : 'p'} className={cx(styles.note, className)} />;
}
