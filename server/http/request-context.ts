/** Types of the context that this site's Hono handlers receive. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

export interface SiteEnv {
  Bindings: HttpBindings;
  Variables: {
    /** True when the response shows drafts: Strapi's panel may frame it. */
    preview?: boolean;
    /** Result of `hashStyle` for the document. */
    styleSource?: string;
    /** Result of `hashScript` for a document of another build. */
    scriptSource?: string;
  };
}

export type RequestContext = Context<SiteEnv>;
