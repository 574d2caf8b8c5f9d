/**
 * The definition of a page (docs/decisions/0012-page-modules.md): a loader, an action, a head, a component, the query parameters it reads and the
 * names of its middleware.
 */
import { createElement, type FC, type ReactElement } from 'react';
import type { DocumentType, DocumentTypes } from '../../content/model.ts';
import type { Media } from '../../content/model-values.ts';
import type { Reader } from '../../content/replica/reader.ts';
import type { SiteSearch } from '../../content/search/site-search.ts';
import { isBlockForm } from '../forms/block-form.ts';
import type { FormState } from '../forms/form-state.ts';
import type { RegistrationRule } from '../forms/registration-rule.ts';
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
  /** What the policy of a country asks of a registration. */
  registrationRule: (country: string | null) => RegistrationRule;
}

/** R04: the route matches, but its document or page number does not exist. Loaders throw it. */
export class NotFound extends Error {}

/** The page has moved; `to` is a site path without language prefix. Loaders throw it. */
export class MovedTo extends Error {
  readonly to: string;
  constructor(to: string) {
    super(`moved to ${to}`);
    this.to = to;
  }
}

type SluggedType = {
  [Type in DocumentType]: DocumentTypes[Type] extends { slug: string } ? Type : never;
}[DocumentType];

/** Finds the document that the address names. @throws NotFound when there is none, MovedTo when it has another slug now. */
export function findDocument<Type extends SluggedType>(
  type: Type,
  toPath: (slug: string) => string,
  { read, locale, params }: LoaderContext<'slug'>,
): DocumentTypes[Type] {
  const found = read.bySlug(type, params.slug, locale);
  if (!found) throw new NotFound();
  if (found.moved) throw new MovedTo(toPath(found.document.slug));
  return found.document;
}

export interface Head {
  title: string;
  /** `default-seo` replaces description, keywords or image when they are null or empty (R33). */
  description: string | null;
  keywords?: string[];
  image?: Media | null;
  type?: 'website' | 'article';
  publishedOn?: string;
  /** Of an article. */
  updatedAt?: string;
  /** Keep the page out of search engines and out of the sitemap. */
  noindex?: boolean;
  /** The page's canonical path, when that is not the requested one; without language prefix. */
  canonical?: string;
  /** Query that belongs to the address, e.g. `?page=2`: the canonical address and the alternates carry it. */
  search?: string;
  /** Path of this page by locale where it exists; null where it is taken down. Absent: the same path in every locale. */
  alternates?: Partial<Record<Locale, string | null>>;
  /** The language of the text when it differs from the page's, because the document is untranslated. */
  textLocale?: Locale;
  /** The page's additions to its preview picture (`share-picture.ts`). */
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
   * False when there are too many different answers to cache, such as search results. `without-query`: only the page without parameters is cached; an
   * answer to parameters depends on the moment and must not be stored.
   */
  cached: boolean | 'without-query';
  /** Names in `middleware.ts`; checked at start. */
  middleware: readonly string[];
  /** @throws NotFound or MovedTo. */
  prepare: (context: LoaderContext, state?: FormState | null) => { head: Head; element: ReactElement };
  /** Answers a POST to the page's own address. */
  action?: (context: ActionContext) => Promise<ActionAnswer>;
  /** Whether the page has a form, where that depends on its content; absent: it has one if it has an action. */
  hasForm?: (context: LoaderContext) => boolean;
  /** The form takes a file, so the server accepts a larger body. */
  takesFile: boolean;
  personal: Personal | null;
  /** The view of each intent's form, to show that form again when the server cannot process it. An intent not listed has the view `form`. */
  viewOfIntent: Readonly<Record<string, string>>;
}

/**
 * The personal part of the page. A request with one of these cookies or query parameters is answered uncached; all others get the
 * cached page.
 */
interface Personal<Param extends string = string> {
  cookies: readonly FormCookie[];
  query: readonly string[];
  /** The query parameter of a mailed link that is secret: the server moves it from the address into the cookie `link`, and adds `link=1`. */
  secret?: string;
  /** @returns null when there is nothing personal to show. */
  state: (context: PersonalContext<Param>) => Promise<FormState | null>;
}

/** The typed parts of a page module. Parts that are left out have the usual value. */
export interface PageParts<Data, Param extends string = string> extends Partial<
  Pick<PageModule, 'query' | 'cached' | 'takesFile' | 'viewOfIntent' | 'hasForm'>
> {
  kind: string;
  middleware?: readonly MiddlewareName[];
  /** @throws NotFound or MovedTo. */
  loader: (context: LoaderContext<Param>) => Data;
  action?: (context: ActionContext<Param>) => Promise<ActionAnswer>;
  personal?: Personal<Param>;
  head: (data: Data, context: LoaderContext<Param>) => Head;
  Component: FC<{ data: Data; state: FormState | null }>;
}

export function definePage<Data, Param extends string = string>({
  loader,
  head,
  Component,
  ...parts
}: PageParts<Data, Param>): PageModule {
  return {
    query: [],
    cached: true,
    middleware: [],
    takesFile: false,
    personal: null,
    viewOfIntent: {},
    ...parts,
    prepare(context, state = null) {
      const data = loader(context);
      return {
        head: head(data, context),
        element: createElement(Component as FC<{ data: unknown; state: FormState | null }>, {
          data,
          // A form of a block finds its state in the current page.
          state: state && isBlockForm(state.view) ? null : state,
        }),
      };
    },
  };
}
