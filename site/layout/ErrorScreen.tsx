/** The error screen (R06, R07): the error, the likely reason, and one link to continue. */
import { defaultLocale } from '../../content/locales.ts';
import { useCurrentPage } from '../ui/current-page.tsx';
import styles from './ErrorScreen.module.css';
import lostPath from './lost-path.svg?no-inline';

interface Props {
  kind: 'notFound' | 'fatal';
  /** The technical message in English, e.g. `Page not found: /forx`; null on the page that only shows the screen. */
  message: string | null;
  /** The id of the failed request, which support can find in the log; null when it does not matter. */
  reference: string | null;
}

export function ErrorScreen({ kind, message, reference }: Props) {
  const { t, href, locale } = useCurrentPage();
  return (
    <section className={styles.screen}>
      <div>
        <h1>{t(`${kind}.title`)}</h1>
        <p className={styles.body}>{t(`${kind}.body`)}</p>
        {message !== null && (
          <p className={styles.message}>
            {locale === defaultLocale ? (
              <code>{message}</code>
            ) : (
              <>
                {`${t(`${kind}.line`)} `}
                <span lang="en">
                  <code>{message}</code>
                </span>
              </>
            )}
            {reference && (
              <>
                <br />
                {t('fatal.reference')} <code className={styles.reference}>{reference}</code>
              </>
            )}
          </p>
        )}
        <a className="button" href={href('/')}>
          {t(`${kind}.button`)}
        </a>
      </div>
      <img src={lostPath} alt="" width="960" height="540" />
    </section>
  );
}
