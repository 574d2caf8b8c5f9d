/**
 * The header (R20, R21). The small-screen menu is a popover and every submenu a `details`, so all of it works before, and without,
 * JavaScript; `site/browser/overlays/menus.ts` only adds what HTML cannot do (close on Escape, outside and on a link). The search field is a
 * part of the menu, which a wide screen shows in the bar: as an icon, if there is no more room, that grows when it is focused.
 */
import type { Locale } from '../../content/locales.ts';
import { linkTo } from '../route-patterns.ts';
import { ContentLink } from '../ui/navigation/ContentLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useCurrentPage } from '../ui/current-page.tsx';
import { LanguageSwitcher } from './LanguageSwitcher.tsx';
import { type LayoutData, findSiteName } from './layout-data.ts';
import { MainMenu } from './MainMenu.tsx';
import { SiteLogo } from './SiteLogo.tsx';
import styles from './SiteHeader.module.css';

function AccountLinks({ layout }: { layout: LayoutData }) {
  const { header, hasLogin, hasRegistration } = layout;
  if (!header) return null;
  return (
    <>
      {hasLogin && (
        <ContentLink
          link={{ name: header.loginButtonText, url: linkTo('/login'), openInNewTab: false }}
          className={`button secondary ${styles.login}`}
        />
      )}
      {hasRegistration && (
        <ContentLink
          link={{ name: header.signupButtonText, url: linkTo('/register'), openInNewTab: false }}
          className={`button ${styles.signup}`}
        />
      )}
    </>
  );
}

/** `markup`: `HeaderContent`, rendered by `site-frame.tsx`. */
export function SiteHeader({ markup }: { markup: string }) {
  return <header className={styles.header} data-header dangerouslySetInnerHTML={{ __html: markup }} />;
}

/**
 * Rendered once for all pages (docs/decisions/0010-kept-until-a-document-changes.md), so it must not depend on the page's path.
 * `languages`: the addresses of the language switcher.
 */
export function HeaderContent({ layout, languages }: { layout: LayoutData; languages: Record<Locale, string> }) {
  const { t, href } = useCurrentPage();
  return (
    <div className={styles.bar}>
      <a className={styles.logo} href={href('/')} aria-label={t('layout.home', { siteName: findSiteName(layout) })}>
        <SiteLogo common={layout.common} />
      </a>
      <div className={styles.menu} id="site-menu" popover="auto">
        <form role="search" className={styles.search} action={href(linkTo('/search'))}>
          <input
            name="q"
            aria-label={t('search.label')}
            placeholder={t('search.title')}
            maxLength={100}
            enterKeyHint="search"
            data-suggest=""
          />
          <Icon name="search" size={22} />
        </form>
        <MainMenu items={layout.nav} />
        <div className={styles.menuAccount}>
          <AccountLinks layout={layout} />
        </div>
      </div>
      <div className={styles.side}>
        <LanguageSwitcher addresses={languages} />
        <div className={styles.account}>
          <AccountLinks layout={layout} />
        </div>
        <button type="button" className={styles.toggle} popoverTarget="site-menu" aria-label={t('layout.openMenu')}>
          <Icon name="menu" size={24} />
        </button>
      </div>
    </div>
  );
}
