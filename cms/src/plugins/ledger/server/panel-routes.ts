/** Routes that the panel asks, for every plug-in of ours: of signed-in users only, and each checks what its user may read. */
import type { Core } from '@strapi/strapi';

export interface Context {
  query: Record<string, unknown>;
  params?: Record<string, string>;
  request: { body?: Record<string, unknown> };
}
export type Handler = (context: Context) => Promise<unknown>;
/** By method and path: `GET /history`. */
export type PanelRoutes = Record<`${'GET' | 'POST'} /${string}`, Handler>;

interface Options {
  /** Below `/gate`. */
  prefix?: string;
  /** A right without which the routes refuse. */
  right?: string;
}

/** A handler that returns nothing answers `{ done: true }`. */
export function addPanelRoutes(strapi: Core.Strapi, routes: PanelRoutes, { prefix = '', right }: Options = {}): void {
  const policies = [
    'admin::isAuthenticatedAdmin',
    ...(right ? [{ name: 'admin::hasPermissions', config: { actions: [right] } }] : []),
  ];
  strapi.server.routes({
    type: 'admin',
    prefix: `/gate${prefix}`,
    routes: Object.entries(routes).map(([name, answer]) => ({
      method: name.startsWith('GET') ? 'GET' : 'POST',
      path: name.slice(name.indexOf('/')),
      handler: async (context: Context & { body: unknown }) => {
        context.body = (await answer(context)) ?? { done: true };
      },
      // Without a name, Strapi looks for the controller of a content type.
      info: { pluginName: 'content-manager' },
      config: { policies },
    })),
  });
}
