/** A request for a page or its payload: its address is parsed once and matched once, then passed on as a whole. */
import type { Context } from 'hono';
import type { SiteEnv } from '../http/request-context.ts';
import type { PageAddress } from './page-address.ts';
import type { MatchedRoute } from './route-matcher.ts';
import type { SiteRenderer } from './site-pages.ts';

export interface PageRequest {
  renderer: SiteRenderer;
  address: PageAddress;
  /** The whole query; a page only sees the parameters that it declares. */
  parameters: URLSearchParams;
  /** Null when no page has this address. */
  matched: MatchedRoute | null;
}

export interface PageEnv {
  Bindings: SiteEnv['Bindings'];
  Variables: SiteEnv['Variables'] & {
    page: PageRequest;
    /** Value of a `Set-Cookie` header with the referral parameters of the landing page's address; null without any that may be kept. */
    referral: string | null;
  };
}

export type PageContext = Context<PageEnv>;
