import { useCurrentPage } from '../ui/current-page.tsx';
import styles from './PreviewBar.module.css';

/** The document that an editor previews. */
export interface PreviewedDocument {
  type: string;
  key: string;
  locale: string;
  /** In a frame beside the panel's form, which has no room for the bar (`site/browser/preview-frame.ts`). */
  framed?: boolean;
}

/** Says that this is a preview, and ends it. Only in answers that no visitor gets. `data-preview`: see `site/browser/overlays/modal-turn.ts`. */
export function PreviewBar({ document: { framed = false, ...named } }: { document: PreviewedDocument }) {
  const { t, path, href } = useCurrentPage();
  if (framed) return <template data-preview="framed" />;
  const live = `/api/content/live?${new URLSearchParams(named)}`;
  const end = `/api/preview/end?${new URLSearchParams({ path: href(path) })}`;
  return (
    <aside className={styles.bar} data-preview aria-label={t('preview.label')}>
      <p>
        <strong>{t('preview.label')}</strong> {t('preview.text')}
      </p>
      <a href={live} target="_blank" rel="noreferrer">
        {t('preview.live')}
      </a>
      <form method="post" action={end}>
        <button type="submit" className="button secondary">
          {t('preview.end')}
        </button>
      </form>
    </aside>
  );
}
