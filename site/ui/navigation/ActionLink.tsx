import type { Action } from '../../../content/model-values.ts';
import { ContentLink } from './ContentLink.tsx';
import { Icon } from '../Icon.tsx';
import { cx } from '../cx.ts';
import styles from './ActionLink.module.css';

type ActionLinkProps = { action: Pick<Action, 'name' | 'url' | 'openInNewTab' | 'style'> };

/** A link that looks like a button. It stays a link: it has an address, works before any script and can be opened in a new tab. */
export function ActionLink({ action }: ActionLinkProps) {
  return (
    <ContentLink link={action} className={cx('button', action.style !== 'primary' && action.style)}>
      {action.style === 'quiet' ? <Icon name="arrow-right" size={18} /> : null}
    </ContentLink>
  );
}

/** One or two actions in a row that wraps; nothing when there are none. */
export function Actions({ actions, className }: { actions: readonly Action[]; className?: string | undefined }) {
  if (actions.length === 0) return null;
  return (
    <div className={cx(styles.actions, className)}>
      {actions.map((action) => (
        <ActionLink key={action.id} action={action} />
      ))}
    </div>
  );
}
