/**
 * The notice for residents of the EU (R24). Pages are the same bytes for everyone, so the notice is in a `noscript` element. With
 * JavaScript the browser takes its text from here when the visitor's country requires it. Without JavaScript a stylesheet, which the
 * server answers by country and cookie, hides it from everyone else, and the form stores the visitor's answer.
 */
import type { CommonData } from '../../content/model.ts';
import { useCurrentPage } from '../ui/current-page.tsx';
import styles from './CountryNotice.module.css';

/** For visitors who must not use this site: the list of firms that the European Union has authorised. */
const authorisedFirms = 'https://registers.esma.europa.eu/';

export function CountryNotice({ common }: { common: CommonData | null }) {
  const { t, path, href } = useCurrentPage();
  return (
    <noscript id="eu-notice-source">
      <link rel="stylesheet" href="/api/geo/notice.css" />
      <section id="eu-notice" className={styles.notice} aria-labelledby="eu-notice-title">
        <div className={styles.content}>
          <h2 id="eu-notice-title">{t('euNotice.title')}</h2>
          {common && (
            <p>
              <strong>{t('euNotice.who', { siteName: common.siteName, legalName: common.legalName })}</strong>
            </p>
          )}
          <p>{t('euNotice.operator')}</p>
          <p>{t('euNotice.scope')}</p>
          <p>{t('euNotice.initiative')}</p>
          <form method="post" action="/api/geo/notice">
            <input type="hidden" name="path" value={href(path)} />
            <button type="submit" className="button">
              {t('euNotice.continue')}
            </button>
            <a href={authorisedFirms} className="button secondary" rel="noreferrer">
              {t('euNotice.leave')}
            </a>
          </form>
        </div>
      </section>
    </noscript>
  );
}
