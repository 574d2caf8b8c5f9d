/** What a page is (docs/decisions/0012-page-modules.md): a loader, an action, a head, a component, the query parameters it reads and the names of its middleware. */
import { createElement, type FC, type ReactElement } from 'react';
import type { Media } from '../../content/model-values.ts';
import type { Reader } from '../../content/replica/reader.ts';
import type { SiteSearch } from '../../content/search/site-search.ts';
import type { FormState } from '../forms/form-state.ts';
import type { Locale } from '../../content/locales.ts';
import type { Translate } from '../i18n/translate.ts';
import type { ActionAnswer, ActionContext, FormCookie, PersonalContext } from './form-action.ts';
import type { MiddlewareName } from './middleware.ts';
import type { SharePicture } from './share-picture.ts';

export interface LoaderContext<Param extends string = string> {
  locale: Locale;
  params: Record<Param, string>;
  /** Only the parameters that the page declares in `query`. */
  query: URLSearchParams;
  /** Site path without language prefix. */
  path: string;
  read: Reader;
  search: SiteSearch;
  t: Translate;
}

/** R04: the route matches, but what it asks for does not exist: an unknown slug, a page number beyond the last. */
export class NotFound {
  /** Types are structural: without a member, every object would be assignable to this class. */
  readonly kind = 'not-found';
}

/** The page has moved; `to` is a site path without language prefix. */
export class MovedTo {
  readonly to: string;
  constructor(to: string) {
    this.to = to;
  }
}

export interface Head {
  title: string;
  /** `default-seo` replaces description, keywords or image when they are null or empty (R33). */
  description: string | null;
  keywords?: string[];
  image?: Media | null;
  type?: 'website' | 'article';
  publishedOn?: string;
  updatedAt?: string;
  /** Keep the page out of search engines and out of the sitemap. */
  noindex?: boolean;
  /** The page's canonical path, when that is not the requested one; without language prefix. */
  canonical?: string;
  /** Query that belongs to the address, e.g. `?page=2`: the canonical address and the alternates carry it. */
  search?: string;
  /** Path of this page by locale where it exists; null where it is taken down. Absent: the same path in every locale. */
  alternates?: Partial<Record<Locale, string | null>>;
  /** The language of the text when it is not the page's: an untranslated document. */
  textLocale?: Locale;
  /** What the page adds to the picture that is drawn of it (`share-picture.ts`). */
  share?: Partial<Pick<SharePicture, 'line' | 'figures'>>;
  /** schema.org objects. `{origin}` in a value is replaced by the site's origin. */
  structuredData?: Record<string, unknown>[];
}

/** A page with the type of its data hidden, as the route table stores it. Make one with `definePage`. */
export interface PageModule {
  /** Names the kind of page, for logs and budgets. */
  kind: string;
  query: readonly string[];
  /**
   * False when there are too many different answers to cache, such as search results. `without-query`: only the page without its parameters
   * is the same for everybody; an answer to parameters is of its moment, and nothing may store it.
   */
  cached: boolean | 'without-query';
  /** Names in `middleware.ts`; checked at start. */
  middleware: readonly string[];
  prepare: (context: LoaderContext, state?: FormState | null) => PreparedPage | NotFound | MovedTo;
  /** Answers a POST to the page's own address. */
  action?: (context: ActionContext) => Promise<ActionAnswer>;
  /** The form takes a file, so the server accepts a larger body. */
  takesFile: boolean;
  personal: Personal | null;
  /** The view of each intent's form, to show that form again when the server cannot process it. An intent not listed has the view `form`. */
  viewOfIntent: Readonly<Record<string, string>>;
}

/**
 * What the page shows to one visitor. A request with one of these cookies or query parameters is answered uncached; all others get the
 * cached page.
 */
export interface Personal<Param extends string = string> {
  cookies: readonly FormCookie[];
  query: readonly string[];
  /** @returns null when there is nothing personal to show after all. */
  state: (context: PersonalContext<Param>) => Promise<FormState | null>;
}

export interface PreparedPage {
  head: Head;
  element: ReactElement;
}

/** Makes a page module from its typed parts. */
export function definePage<Data, Param extends string = string>(parts: {
  kind: string;
  query?: readonly string[];
  cached?: PageModule['cached'];
  middleware?: readonly MiddlewareName[];
  loader: (context: LoaderContext<Param>) => Data | NotFound | MovedTo;
  action?: (context: ActionContext<Param>) => Promise<ActionAnswer>;
  takesFile?: boolean;
  personal?: Personal<Param>;
  viewOfIntent?: Readonly<Record<string, string>>;
  head: (data: Data, context: LoaderContext<Param>) => Head;
  Component: FC<{ data: Data; state: FormState | null }>;
}): PageModule {
  const {
    kind,
    query = [],
    cached = true,
    middleware = [],
    loader,
    head,
    Component,
    action,
    takesFile = false,
    personal = null,
    viewOfIntent = {},
  } = parts;
  return {
    kind,
    query,
    cached,
    middleware,
    ...(action ? { action } : {}),
    takesFile,
    personal,
    viewOfIntent,
    prepare(context, state = null) {
      const data = loader(context);
      if (data instanceof NotFound || data instanceof MovedTo) return data;
      return {
        head: head(data, context),
        element: createElement(Component as FC<{ data: unknown; state: FormState | null }>, { data, state }),
      };
    },
  };
}
