/**
 * Flag and code of the language, and every language by its own name (R20). A choice goes through `/api/locale`, which stores it in
 * a cookie for 365 days and redirects (R40): this works without JavaScript, and the page's bytes stay the same for all visitors.
 */
import { type Locale, localeRecords, locales } from '../../content/locales.ts';
import { Flag } from '../ui/Flag.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useCurrentPage } from '../ui/current-page.tsx';
import styles from './LanguageSwitcher.module.css';

export function LanguageSwitcher({ addresses }: { addresses: Record<Locale, string> }) {
  const { locale: current, t } = useCurrentPage();
  return (
    <details className={styles.switcher} name="header-menu" data-menu>
      <summary className={styles.summary}>
        <Flag locale={current} />
        <span>
          {current.toUpperCase()}
          <span className="visually-hidden"> {t('layout.languageNow', { name: localeRecords[current].name })}</span>
        </span>
        <Icon name="chevron-down" size={16} />
      </summary>
      <ul className={styles.list} role="list">
        {locales.map((locale) => (
          <li key={locale}>
            <a
              href={addresses[locale]}
              lang={localeRecords[locale].tag}
              hrefLang={localeRecords[locale].tag}
              rel="nofollow"
              aria-current={locale === current ? 'true' : undefined}
              data-language={locale}
            >
              <Flag locale={locale} />
              {localeRecords[locale].name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
