/** Serves every content type of ours below `/api`, for reading only. Strapi would otherwise need the same three files for each type. */
import { type Core, factories } from '@strapi/strapi';
import { contentTypes } from './content-types';

/** A type with methods of its own has a file for its controller, which stays. Call in `register`, before Strapi opens its routes. */
export function registerContentApis(strapi: Core.Strapi): void {
  const [controllers, services] = [strapi.get('controllers'), strapi.get('services')];
  for (const { uid, name, single } of contentTypes(strapi)) {
    if (!controllers.keys().includes(uid)) controllers.set(uid, factories.createCoreController(uid));
    services.set(uid, factories.createCoreService(uid));
    const router = factories.createCoreRouter(uid, { only: single ? ['find'] : ['find', 'findOne'] });
    const api = strapi.api(name);
    api.routes = { ...api.routes, [name]: router as unknown as Core.Router };
  }
}
