/** The cookies of this site, from the registry that the consent bar uses and from the tags that this installation has configured. */
import { useCurrentPage } from '../ui/current-page.tsx';
import { cookieEntries } from '../consent/consent-registry.ts';
import styles from './consent-page.module.css';

interface Row {
  key: string;
  names: readonly string[];
  /** Shown instead of names. */
  text?: string;
  purpose: string;
  category: string;
  lifetime: string;
  setBy: string;
}

function useRows(siteName: string): Row[] {
  const { t, thirdParties } = useCurrentPage();
  const ads = t('consent.afterConsent', { category: t('consent.category.ads') });
  const siteCookies = cookieEntries.map(({ key, names, category, setBy }): Row => ({
    key,
    names,
    ...(key === 'videoOwn' ? { text: t('consent.cookies.videoOwn.name') } : {}),
    purpose: `${t(`consent.cookies.${key}.purpose`)}${key === 'consent' && thirdParties.consentStorage === 'localStorage' ? `. ${t('consent.inLocalStorage')}` : ''}`,
    category:
      category === 'necessary'
        ? t('consent.category.necessary')
        : t('consent.afterConsent', { category: t(`consent.category.${category}`) }),
    lifetime: t(`consent.cookies.${key}.lifetime`),
    setBy: setBy === 'site' ? siteName : setBy,
  }));
  const adCookies = thirdParties.adTags.map(({ name, src, cookies }): Row => ({
    key: src,
    names: cookies,
    ...(cookies.length === 0 ? { text: name } : {}),
    purpose: t('consent.adCookie.purpose', { name }),
    category: ads,
    lifetime: t('consent.adCookie.lifetime'),
    setBy: name,
  }));
  const noAdCookies: Row = {
    key: 'no-ads',
    names: [],
    text: t('consent.noAds.name'),
    purpose: t('consent.noAds.purpose'),
    category: ads,
    lifetime: t('consent.noAds.none'),
    setBy: t('consent.noAds.none'),
  };
  return [...siteCookies, ...(adCookies.length > 0 ? adCookies : [noAdCookies])];
}

export function CookieTable({ siteName }: { siteName: string }) {
  const { t } = useCurrentPage();
  const rows = useRows(siteName);
  return (
    <section className={styles.cookies}>
      <h2 id="cookie-table">{t('consent.tableTitle')}</h2>
      <p>{t('consent.tableText')}</p>
      <div className="table-scroll" role="region" aria-labelledby="cookie-table" tabIndex={0}>
        <table data-cookie-table>
          <thead>
            <tr>
              {(['name', 'purpose', 'category', 'lifetime', 'setBy'] as const).map((key) => (
                <th key={key} scope="col">
                  {t(`consent.table.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.text ?? row.names.map((name) => <code key={name}>{name}</code>)}</th>
                {(['purpose', 'category', 'lifetime', 'setBy'] as const).map((key) => (
                  <td key={key} data-label={t(`consent.table.${key}`)}>
                    {row[key]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
