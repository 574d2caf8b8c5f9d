/** Renders a page module to an HTML document. React runs here; `layout/site-frame.tsx` renders header and footer. */
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { Reader } from '../content/replica/reader.ts';
import type { SiteSearch } from '../content/search/site-search.ts';
import { type FormState, hasProblem } from './forms/form-state.ts';
import { languageAddresses, localePath } from './i18n/locale-path.ts';
import { type Locale, localeRecords } from '../content/locales.ts';
import { translator } from './i18n/translate.ts';
import { Document, type RenderSettings } from './layout/Document.tsx';
import { ErrorScreen } from './layout/ErrorScreen.tsx';
import { loadLayout, findSiteName } from './layout/layout-data.ts';
import { buildSiteFrame } from './layout/site-frame.tsx';
import type { PayloadFacts } from './page-payload.ts';
import { runMiddleware } from './page/middleware.ts';
import { type Head, MovedTo, NotFound, type PageModule } from './page/page-module.ts';
import { type SharePicture, describeSharePicture, buildSharePicturePath } from './page/share-picture.ts';
import { CurrentPageProvider } from './ui/current-page.tsx';

export type { RenderSettings };

export interface RenderRequest {
  locale: Locale;
  /** Site path without language prefix, as the visitor sees it. */
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  read: Reader;
  search: SiteSearch;
}

interface DocumentRequest extends Pick<RenderRequest, 'locale' | 'path' | 'read'> {
  languages: Record<Locale, string>;
  /** As in `buildSiteFrame`. */
  address: string | null;
  /** What the page shows to one visitor. */
  state?: FormState | null;
}

function renderDocument(
  settings: RenderSettings,
  { locale, path, read, languages, address, state = null }: DocumentRequest,
  head: Head,
  body: ReactElement,
): { html: string; share: SharePicture | null } {
  const layout = loadLayout(read, locale);
  const answer = state !== null;
  const share =
    address === null || answer || settings.preview ? null : describeSharePicture(head, findSiteName(layout), locale);
  const frame = buildSiteFrame({ settings, locale, layout, languages, address });
  const html = renderToString(
    <CurrentPageProvider locale={locale} path={path} settings={settings} words={layout.words} formState={state}>
      <Document
        head={head}
        layout={layout}
        frame={frame}
        settings={settings}
        drawn={share && buildSharePicturePath(share, path)}
        answer={answer}
      >
        {body}
      </Document>
    </CurrentPageProvider>,
  );
  const { style, fonts } = settings.assets();
  // The style of a page is known only after rendering. The replacement is a function, because `$` is special in a string.
  const styled = style ? html.replace('<style></style>', () => `<style>${style.select(html)}</style>`) : html;
  return { html: `<!doctype html>${styled.replace('<body>', `<body>${buildFontLinks(fonts)}`)}`, share };
}

/**
 * Builds the links that preload fonts. React moves such links into the head, where Chromium would wait for the fonts before it paints
 * (https://github.com/chromium/chromium/commit/bcdc49b096ffc653152f4d7bd1d31f4ac3237163). In the body, the fonts load as early, but the fallback is
 * painted meanwhile.
 */
function buildFontLinks(fonts: readonly string[]): string {
  return fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`).join('');
}

/** A rendered page, from which the server can build the payload for the navigator. */
interface RenderedPage {
  html: string;
  /** For `pagePayload`. */
  about: PayloadFacts;
  /** The content of the page's preview picture; null when there is none. */
  share: SharePicture | null;
}

/**
 * Renders a page. Returns `NotFound` and `MovedTo` that the page's middleware or loader throws.
 * @param state what the page shows to one visitor; the result must then not be cached.
 * @throws when a loader or component throws.
 */
export function renderPage(
  module: PageModule,
  request: RenderRequest,
  settings: RenderSettings,
  state: FormState | null = null,
): RenderedPage | NotFound | MovedTo {
  const { locale, params, query, path, read, search } = request;
  const t = translator(locale, read.single('interface-word-set', locale));
  const { registrationRule } = settings;
  const context = { locale, params, query, path, read, search, t, registrationRule };
  let prepared: ReturnType<PageModule['prepare']>;
  try {
    runMiddleware(module, context);
    prepared = module.prepare(context, state);
  } catch (error) {
    if (error instanceof NotFound || error instanceof MovedTo) return error;
    throw error;
  }
  const { element } = prepared;
  const head = hasProblem(state)
    ? { ...prepared.head, title: t('forms.errorPrefix', { title: prepared.head.title }) }
    : prepared.head;
  const languages = languageAddresses(head.alternates, path, query);
  const { html, share } = renderDocument(
    settings,
    { locale, path, read, languages, address: localePath(path, locale), state },
    head,
    element,
  );
  const about = { title: head.title, lang: localeRecords[locale].tag, languages, buildId: settings.buildId };
  return { html, about, share };
}

/** Renders the error screen (R06, R07). @param request.reference by which support finds the failed request in the log. */
export function renderError(
  kind: 'notFound' | 'fatal',
  message: string,
  request: Pick<RenderRequest, 'locale' | 'read'> & { reference?: string | null },
  settings: RenderSettings,
): string {
  const { locale, read, reference = null } = request;
  const t = translator(locale, read.single('interface-word-set', locale));
  const head: Head = { title: t(`${kind}.pageTitle`), description: t(`${kind}.body`), noindex: true };
  return renderDocument(
    settings,
    { locale, read, path: '/', languages: languageAddresses(undefined, '/'), address: null },
    head,
    <ErrorScreen kind={kind} message={message} reference={reference} />,
  ).html;
}
