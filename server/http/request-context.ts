/** What Hono's handlers of this site are given. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

export interface SiteEnv {
  Bindings: HttpBindings;
  Variables: {
    /** True when drafts are answered: the panel may frame that answer. */
    preview?: boolean;
  };
}

export type RequestContext = Context<SiteEnv>;
