import { usePageContext } from './page-context.ts';
import styles from './PageLinks.module.css';

/** Links to the other pages of a long list. Nothing when there is one page only. */
export function PageLinks({ page, pages }: { page: number; pages: number }) {
  const { t, href, path } = usePageContext();
  if (pages < 2) return null;
  const address = (number: number) => `${href(path)}${number === 1 ? '' : `?page=${number}`}`;
  return (
    <nav aria-label={t('pagination.label')} className={styles.links}>
      {page > 1 && <a href={address(page - 1)} rel="prev">{t('pagination.previous')}</a>}
      {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
        <a key={number} href={address(number)} aria-current={number === page ? 'page' : undefined} aria-label={t('pagination.page', { page: String(number) })}>
          {number}
        </a>
      ))}
      {page < pages && <a href={address(page + 1)} rel="next">{t('pagination.next')}</a>}
    </nav>
  );
}
