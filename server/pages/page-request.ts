/** A request for a page or its payload: its address is parsed and matched once. */
import { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { SiteEnv } from '../http/request-context.ts';
import { type AddressResult, type PageAddress, parsePageAddress } from './page-address.ts';
import type { MatchedRoute } from './route-matcher.ts';
import type { SiteRenderer } from './site-pages.ts';

/** Node's request, with its address. */
export class AddressedRequest extends IncomingMessage {
  #address: AddressResult | undefined;

  /** Parsed from the raw target: `new URL` would normalize `..` and escapes before they could be checked. */
  get address(): AddressResult {
    return (this.#address ??= parsePageAddress(this.url ?? '/'));
  }
}

/**
 * Where a page may be stored: in the site's page cache and caches in front of it; only in those in front, for seconds (for pages with too many
 * variants, such as search results); or nowhere, because the answer changes at any moment.
 */
type PageCaching = 'page-cache' | 'shared' | 'none';

export interface PageRequest {
  renderer: SiteRenderer;
  address: PageAddress;
  /** The whole query. */
  parameters: URLSearchParams;
  /** The parameters that the page declares; it sees no others. */
  query: URLSearchParams;
  /** Null when no page has this address. */
  matched: MatchedRoute | null;
  caching: PageCaching;
  /** The page's key in the cache. */
  key: string;
}

export interface PageEnv {
  Bindings: Omit<HttpBindings, 'incoming'> & { incoming: AddressedRequest };
  Variables: SiteEnv['Variables'] & {
    page: PageRequest;
    /** Value of a `Set-Cookie` header with the referral parameters of the landing page's address; null without any that may be kept. */
    referral: string | null;
  };
}

/** Hono's context in the handlers of a page. */
export type PageRequestContext = Context<PageEnv>;
