/** The footer, with everything that R22 lists. */
import type { ReactNode } from 'react';
import type { Footer } from '../../content/model.ts';
import type { Html, ImageLink } from '../../content/model-values.ts';
import { staticPaths } from '../../content/static-paths.ts';
import { ContentLink, LinkList } from '../ui/navigation/ContentLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import { MediaImage } from '../ui/MediaImage.tsx';
import { useCurrentPage } from '../ui/current-page.tsx';
import { buildFooterColumns, telAddress } from './footer-columns.ts';
import { type LayoutData, findSiteName } from './layout-data.ts';
import { SiteLogo } from './SiteLogo.tsx';
import styles from './SiteFooter.module.css';
import { ThemeChoice } from './ThemeChoice.tsx';

/**
 * A group that opens on a phone and is always open on a desktop, which only styles know: on a phone its name is the `summary`, on a desktop the
 * paragraph. @param hasName false where the desktop needs no name, because the content speaks for itself.
 */
function Group({ name, hasName = true, children }: { name: string; hasName?: boolean; children: ReactNode }) {
  if (!name) return children;
  return (
    <details className={styles.group}>
      <summary>
        {name}
        <Icon name="chevron-down" size={16} />
      </summary>
      {hasName && <p className={styles.heading}>{name}</p>}
      {children}
    </details>
  );
}

function ImageLinks({ items, className }: { items: ImageLink[]; className: string | undefined }) {
  const { href } = useCurrentPage();
  return (
    <ul role="list" className={className}>
      {items.map((item) => (
        <li key={item.id}>
          <a href={href(item.link)} {...(item.link.startsWith('http') ? { rel: 'noopener' } : {})}>
            {item.image ? <MediaImage media={{ ...item.image, alt: item.name }} /> : item.name}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Phone({ phone }: { phone: string }) {
  const address = telAddress(phone);
  if (!address) return <span className={styles.phone}>{phone}</span>;
  return (
    <a className={styles.phone} href={address} translate="no">
      {phone}
    </a>
  );
}

function Contact({ contact }: { contact: NonNullable<Footer['contact']> }) {
  return (
    <div className={styles.contact}>
      <p className={styles.heading}>{contact.name}</p>
      <ul role="list">
        {contact.links.map((link) => (
          <li key={link.id}>
            {link.phone && <Phone phone={link.phone} />}
            {link.name && link.url && <ContentLink link={link} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function LinkColumns({ layout }: { layout: LayoutData }) {
  const { t } = useCurrentPage();
  return (
    <nav className={styles.columns} aria-label={t('layout.footerMenu')}>
      {buildFooterColumns(layout.footerLinks).map((column) => (
        <div key={column.map((group) => group.links[0]?.url).join()}>
          {column.map((group) => (
            <Group key={group.links[0]?.url} name={group.name}>
              <LinkList links={group.links} />
            </Group>
          ))}
        </div>
      ))}
    </nav>
  );
}

function PaymentMethods({ items }: { items: Footer['paymentMethodsItems'] }) {
  const { t } = useCurrentPage();
  if (items.length === 0) return null;
  return (
    <Group name={t('layout.paymentMethods')}>
      <ul role="list" className={styles.payments}>
        {items.map((item) => (
          <li key={item.url}>
            <MediaImage media={item} />
          </li>
        ))}
      </ul>
    </Group>
  );
}

function RiskWarning({ warning }: { warning: Html }) {
  const { t, html } = useCurrentPage();
  return (
    <section className={styles.risk} aria-label={t('layout.risk')}>
      <p dangerouslySetInnerHTML={{ __html: html(warning) }} />
    </section>
  );
}

/** `markup`: `FooterContent`, rendered by `site-frame.tsx`. */
export function SiteFooter({ markup }: { markup: string }) {
  return <footer className={styles.footer} data-theme="dark" dangerouslySetInnerHTML={{ __html: markup }} />;
}

/** Rendered once for all pages (docs/decisions/0010-kept-until-a-document-changes.md), so it must not depend on the page's path. */
export function FooterContent({ layout }: { layout: LayoutData }) {
  const { t, html, href } = useCurrentPage();
  const { footer, common } = layout;
  return (
    <>
      {common?.riskWarning && <RiskWarning warning={common.riskWarning} />}
      <div className={styles.grid}>
        <div className={styles.brand} id="contact-page">
          <a className={styles.logo} href={href('/')} aria-label={t('layout.home', { siteName: findSiteName(layout) })}>
            <SiteLogo common={common} onDark />
          </a>
          {footer?.contact && <Contact contact={footer.contact} />}
          {footer && footer.downloads.length > 0 && (
            <Group name={t('layout.downloads')} hasName={false}>
              <ImageLinks items={footer.downloads} className={styles.downloads} />
            </Group>
          )}
        </div>
        <LinkColumns layout={layout} />
        {footer && (
          <div className={styles.aside}>
            {footer.socialsItems.length > 0 && (
              <div>
                <p className={styles.heading}>{footer.socialsTitle ?? t('layout.followUs')}</p>
                <ImageLinks items={footer.socialsItems} className={styles.socials} />
              </div>
            )}
            <PaymentMethods items={footer.paymentMethodsItems} />
          </div>
        )}
      </div>
      {footer && (
        <div className={styles.legal}>
          <Group name={t('layout.legalAndSettings')} hasName={false}>
            <nav aria-label={t('layout.legalMenu')}>
              <LinkList links={footer.additionalLinks}>
                <li>
                  <a href={`${href(staticPaths['cookie-disclosure'])}#consent`} data-cookie-settings>
                    {t('consent.settings')}
                  </a>
                </li>
              </LinkList>
            </nav>
            <ThemeChoice />
          </Group>
          <div className={styles.disclaimer} dangerouslySetInnerHTML={{ __html: html(footer.text) }} />
        </div>
      )}
    </>
  );
}
