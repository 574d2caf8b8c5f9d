/**
 * The notice for residents of the EU (R24). Pages are the same bytes for everyone, so it stands in `noscript`: a browser with
 * JavaScript takes the text from here when the visitor's country asks for it; without JavaScript a stylesheet that the server answers
 * by country and cookie hides it from everyone else, and the form keeps the answer.
 */
import { usePageContext } from '../../ui/page-context.ts';
import styles from './CountryNotice.module.css';

export function CountryNotice() {
  const { t, path, href } = usePageContext();
  return (
    <noscript id="eu-notice-source">
      <link rel="stylesheet" href="/api/geo/notice.css" />
      <section id="eu-notice" className={styles.notice} aria-labelledby="eu-notice-title">
        <div className={styles.content}>
          <h2 id="eu-notice-title">{t('euNotice.title')}</h2>
          <p>{t('euNotice.operator')}</p>
          <p>{t('euNotice.scope')}</p>
          <p>{t('euNotice.initiative')}</p>
          <form method="post" action="/api/geo/notice">
            <input type="hidden" name="path" value={href(path)} />
            <button type="submit" className="button">
              {t('euNotice.continue')}
            </button>
          </form>
        </div>
      </section>
    </noscript>
  );
}
