import { useCurrentPage } from '../current-page.tsx';
import styles from './Breadcrumbs.module.css';

/** The path from home to this page; the last entry is the page itself and not a link. */
export function Breadcrumbs({ trail }: { trail: readonly { name: string; path: string }[] }) {
  const page = useCurrentPage();
  return (
    <nav aria-label={page.t('layout.breadcrumb')} className={styles.breadcrumbs}>
      <ol role="list">
        {trail.map((entry, index) => (
          <li key={entry.path}>
            {index < trail.length - 1 ? (
              <a href={page.href(entry.path)}>{entry.name}</a>
            ) : (
              <span aria-current="page">{entry.name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
