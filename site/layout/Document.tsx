/** The whole HTML document. Every visitor of an address gets the same bytes, so nothing here may depend on the visitor. */
import type { ReactNode } from 'react';
import type { ThirdParties } from '../consent/consent-registry.ts';
import type { Head, LoaderContext } from '../page/page-module.ts';
import { defaultLocale, languageAttributes, localeRecords } from '../../content/locales.ts';
import { type PageSettings, useCurrentPage } from '../ui/current-page.tsx';
import { CountryNotice } from './CountryNotice.tsx';
import { HeadTags } from './HeadTags.tsx';
import { type LayoutData, findSiteName } from './layout-data.ts';
import type { PageStyle } from './page-style.ts';
import { PreviewBar, type PreviewedDocument } from './PreviewBar.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import type { SiteFrame } from './site-frame.tsx';
import styles from './Document.module.css';
import { ThemeScript } from '../ui/ThemeScript.tsx';
import { buildSchemeMedia } from '../ui/theme.ts';

/** Addresses of the built files, from Vite's manifest (or its development server). */
export interface DocumentAssets {
  /** Null in development, where Vite loads the style of each module. */
  style: PageStyle | null;
  scripts: string[];
  /** `render-page.tsx` writes them. */
  fonts: string[];
}

/** Settings that are the same for every render. */
export interface RenderSettings extends PageSettings {
  buildId: string;
  assets: () => DocumentAssets;
  registrationRule: LoaderContext['registrationRule'];
  /** Set while an editor previews drafts; such a page is never cached. */
  preview?: PreviewedDocument;
}

interface Props {
  head: Head;
  layout: LayoutData;
  frame: SiteFrame;
  settings: RenderSettings;
  /** As in `HeadTags`. */
  drawn: string | null;
  /** True for an answer to one visitor's form or cookie: requesting its address again would not return it. */
  answer: boolean;
  children: ReactNode;
}

/** Builds the JSON of the services that the browser may load after consent; undefined when this installation has neither analytics nor ad tags. */
function buildTagsAttribute({ analyticsId, adTags }: ThirdParties): string | undefined {
  return analyticsId || adTags.length > 0 ? JSON.stringify({ analyticsId, adTags }) : undefined;
}

/** Each part has its own `lang`: the notice is in the visitor's language, the text in English. */
function FallbackNotice() {
  const { t } = useCurrentPage();
  return (
    <p className={styles.notice} role="note">
      {t('fallbackNotice')}
    </p>
  );
}

export function Document({ head, layout, frame, settings, drawn, answer, children }: Props) {
  const { origin, buildId, preview } = settings;
  const { style, scripts } = settings.assets();
  const { locale, t, thirdParties } = useCurrentPage();
  const { lang, dir } = languageAttributes(locale);
  return (
    <html
      lang={lang}
      dir={dir}
      data-build={buildId}
      data-sheet={style?.sheet}
      data-tags={buildTagsAttribute(thirdParties)}
      data-record={thirdParties.consentStorage === 'cookie' ? undefined : thirdParties.consentStorage}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {style && <style />}
        {scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
        <HeadTags
          head={preview ? { ...head, noindex: true } : head}
          siteName={findSiteName(layout)}
          defaultSeo={layout.defaultSeo?.seo ?? null}
          origin={origin}
          drawn={drawn}
        />
        <meta name="theme-color" content="#fbfaf6" data-scheme="light" media={buildSchemeMedia('light')} />
        <meta name="theme-color" content="#0e1613" data-scheme="dark" media={buildSchemeMedia('dark')} />
        <ThemeScript />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link
          rel="manifest"
          href={locale === defaultLocale ? '/site.webmanifest' : `/site.webmanifest?locale=${locale}`}
        />
      </head>
      <body>
        <a className="skip-link" href="#main">
          {t('layout.skip')}
        </a>
        {!preview && <CountryNotice common={layout.common} />}
        <SiteHeader markup={frame.header} />
        <main id="main" tabIndex={-1} data-answer={answer ? '' : undefined}>
          {head.textLocale && <FallbackNotice />}
          {head.textLocale ? (
            <div {...languageAttributes(head.textLocale, localeRecords[locale].direction)}>{children}</div>
          ) : (
            children
          )}
        </main>
        <SiteFooter markup={frame.footer} />
        <template
          id="browser-texts"
          data-account={t('browser.account')}
          data-close={t('browser.close')}
          data-notifications={t('browser.notifications')}
          data-loading={t('browser.loading')}
        />
        {preview && <PreviewBar document={preview} />}
      </body>
    </html>
  );
}
