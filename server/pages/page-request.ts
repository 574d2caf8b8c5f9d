/** A request for a page or for its payload: its address is read once and matched once, and then handed on whole. */
import type { Context } from 'hono';
import type { SiteEnv } from '../http/request-context.ts';
import type { PageAddress } from './page-address.ts';
import type { MatchedRoute } from './route-matcher.ts';
import type { SiteRenderer } from './site-pages.ts';

export interface PageRequest {
  renderer: SiteRenderer;
  address: PageAddress;
  /** The whole query. A page sees what it declares of it. */
  parameters: URLSearchParams;
  /** Null when no page has this address. */
  matched: MatchedRoute | null;
}

export interface PageEnv {
  Bindings: SiteEnv['Bindings'];
  Variables: SiteEnv['Variables'] & {
    page: PageRequest;
    /** A `Set-Cookie` header with what the landing page's address says of its visitor's way here; null when it says nothing. */
    referral: string | null;
  };
}

export type PageContext = Context<PageEnv>;
