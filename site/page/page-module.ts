/** What a page is (docs/decisions/0012-page-modules.md): a loader, an action, a head, a component, the query parameters it reads and the names of its middleware. */
import { createElement, type FC, type ReactElement } from 'react';
import type { Media } from '../../content/model-values.ts';
import type { Reader } from '../../content/mirror/reader.ts';
import type { SiteSearch } from '../../content/search/site-search.ts';
import type { FormState } from '../forms/form-state.ts';
import type { Locale } from '../../content/locales.ts';
import type { Translate } from '../i18n/translate.ts';
import type { ActionAnswer, ActionContext, FormCookie, PersonalContext } from './form-action.ts';
import type { MiddlewareName } from './middleware.ts';

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

/** R04: the route matches, but its own rule fails: an unknown slug, a page beyond the last. */
export class NotFound {
  /** An empty class would have the type of every object. */
  readonly kind = 'not-found';
}

/** The page stands at another address; `to` is a site path without language prefix. */
export class MovedTo {
  readonly to: string;
  constructor(to: string) {
    this.to = to;
  }
}

export interface Head {
  title: string;
  /** What is null or empty of these three comes from `default-seo` (R33). */
  description: string | null;
  keywords?: string[];
  image?: Media | null;
  type?: 'website' | 'article';
  publishedOn?: string;
  updatedAt?: string;
  /** Keep the page out of search engines and out of the sitemap. */
  noindex?: boolean;
  /** When another address is the page's real one; without language prefix. */
  canonical?: string;
  /** Query that belongs to the address, e.g. `?page=2`: the canonical address and the alternates carry it. */
  search?: string;
  /** Path of this page by locale, where it exists, and null where it is taken down; absent: the same path in every locale. */
  alternates?: Partial<Record<Locale, string | null>>;
  /** The language of the text when it is not the page's: an untranslated document. */
  textLocale?: Locale;
  /** schema.org objects. `{origin}` in a value is replaced by the site's origin. */
  structuredData?: Record<string, unknown>[];
}

/** A page with its data's type hidden, as the route table holds it. Make one with `definePage`. */
export interface PageModule {
  /** Names the kind of page, for logs and budgets. */
  kind: string;
  query: readonly string[];
  /** False when answers are too many to keep, such as the results of a search. */
  cached: boolean;
  /** Names in `middleware.ts`; checked at start. */
  middleware: readonly string[];
  prepare: (context: LoaderContext, state?: FormState | null) => PreparedPage | NotFound | MovedTo;
  /** Answers a POST to the page's own address. */
  action?: (context: ActionContext) => Promise<ActionAnswer>;
  /** Takes a file: larger bodies are read. */
  takesFile: boolean;
  personal: Personal | null;
  /** The view that the form of an intent is sent from, where a page has several; of any other it is `form`. */
  viewOfIntent: Readonly<Record<string, string>>;
}

/**
 * What the page shows of one visitor. A request that brings one of these cookies or parameters is answered uncached; everyone else gets the
 * page's cached bytes.
 */
export interface Personal<Param extends string = string> {
  cookies: readonly FormCookie[];
  query: readonly string[];
  /** Null: nothing personal after all. */
  state: (context: PersonalContext<Param>) => Promise<FormState | null>;
}

export interface PreparedPage {
  head: Head;
  element: ReactElement;
}

/** The typed parts of a page become one module. */
export function definePage<Data, Param extends string = string>(parts: {
  kind: string;
  query?: readonly string[];
  cached?: boolean;
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
