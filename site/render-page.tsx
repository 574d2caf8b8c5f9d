/** From a page module to the bytes of a document: the one place where React renders. */
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { Reader } from '../content/mirror/reader.ts';
import type { Locale } from './i18n/locales.ts';
import { translator } from './i18n/translate.ts';
import { Document, type DocumentAssets } from './layout/Document.tsx';
import { ErrorScreen } from './layout/ErrorScreen.tsx';
import { loadLayout } from './layout/layout-data.ts';
import type { PreviewedDocument } from './layout/PreviewBar.tsx';
import { createPageContext } from './layout/page-context-value.ts';
import { type Head, MovedTo, NotFound, type PageModule } from './pages/page-module.ts';
import { PageContext } from './ui/page-context.ts';

/** What does not change between renders. */
export interface RenderSettings {
  origin: string;
  strapiUrl: string;
  buildId: string;
  assets: () => DocumentAssets;
  /** Set while an editor looks at drafts; such a page is never cached. */
  preview?: PreviewedDocument;
}

export interface RenderRequest {
  locale: Locale;
  /** Site path without language prefix, as the visitor sees it. */
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  read: Reader;
}

function documentHtml(settings: RenderSettings, { locale, path, read }: Pick<RenderRequest, 'locale' | 'path' | 'read'>, head: Head, body: ReactElement): string {
  const html = renderToString(
    <PageContext value={createPageContext(locale, path, settings)}>
      <Document head={head} layout={loadLayout(read, locale)} origin={settings.origin} assets={settings.assets()} buildId={settings.buildId} preview={settings.preview ?? null}>
        {body}
      </Document>
    </PageContext>,
  );
  return `<!doctype html>${html}`;
}

/** Renders a page; `NotFound` and `MovedTo` are the loader's own answers. @throws when a loader or component throws. */
export function renderPage(module: PageModule, request: RenderRequest, settings: RenderSettings): string | NotFound | MovedTo {
  const { locale, params, query, path, read } = request;
  const prepared = module.prepare({ locale, params, query, path, read, t: translator(locale) });
  if (prepared instanceof NotFound || prepared instanceof MovedTo) return prepared;
  return documentHtml(settings, request, prepared.head, prepared.element);
}

/** Renders the error screen (R06, R07). */
export function renderError(
  kind: 'notFound' | 'fatal',
  message: string,
  request: Pick<RenderRequest, 'locale' | 'read'>,
  settings: RenderSettings,
): string {
  const t = translator(request.locale);
  const head: Head = { title: t(`${kind}.pageTitle`), description: t(`${kind}.body`), noindex: true };
  return documentHtml(settings, { ...request, path: '/' }, head, <ErrorScreen kind={kind} message={message} />);
}
